// Parts of forms.
import { html, type Markup } from './html.ts';

export interface Field {
  readonly name: string;
  readonly label: string;
  readonly type?: 'text' | 'password' | 'email';
  readonly value?: string;
  /** What browsers and password managers put into it (HTML, autofill). */
  readonly autocomplete: string;
  readonly hint?: string;
  readonly invalid?: boolean;
  readonly autofocus?: boolean;
  readonly optional?: boolean;
  readonly readonly?: boolean;
}

/** A field with its label and, where there is one, its hint; what is wrong is told above the form. */
export function field(parts: Field): Markup {
  const { name, label, type = 'text', value, autocomplete, hint } = parts;
  const described = [hint !== undefined && `${name}-hint`, parts.invalid && 'told'].filter(Boolean).join(' ');
  const isName = autocomplete === 'username';
  return html`<div class="field">
<label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="${type}" autocomplete="${autocomplete}"${value !== undefined && html` value="${value}"`}${
    isName && html` autocapitalize="none" spellcheck="false"`
  }${!parts.optional && html` required`}${parts.readonly && html` readonly`}${parts.autofocus && html` autofocus`}${
    parts.invalid && html` aria-invalid="true"`
  }${described !== '' && html` aria-describedby="${described}"`}>
${hint !== undefined && html`<span class="hint" id="${name}-hint">${hint}</span>`}
</div>`;
}
