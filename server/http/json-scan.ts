// Scans serialized JSON without parsing it. The JSON must have the format of `JSON.stringify`: no whitespace between tokens.

const [quote, backslash, openList, closeList] = [0x22, 0x5c, 0x5b, 0x5d];
const [openObject, closeObject, comma, colon] = [0x7b, 0x7d, 0x2c, 0x3a];

/** Returns the index of the closing quote of the string that begins at `start`, or the length of the text if it is unterminated. */
export function endOfString(json: string, start: number): number {
  for (let at = start + 1; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (code === quote) return at;
    if (code === backslash) at += 1;
  }
  return json.length;
}

/**
 * Returns JSON indented by four spaces, like `JSON.stringify(value, null, 4)`; undefined if the result would be longer than
 * `maxLength` characters, which deep nesting can cause.
 */
export function indentJson(json: string, maxLength: number): string | undefined {
  const lines: string[] = [];
  let [length, depth, from] = [0, 0, 0];
  const breakAt = (end: number) => {
    const line = `${json.slice(from, end)}\n${'    '.repeat(depth)}`;
    length += line.length;
    lines.push(line);
    from = end;
  };
  for (let at = 0; at < json.length && length <= maxLength; at += 1) {
    const code = json.charCodeAt(at);
    if (code === quote) at = endOfString(json, at);
    else if (code === comma) breakAt(at + 1);
    else if (code === colon) {
      lines.push(`${json.slice(from, at + 1)} `);
      from = at + 1;
    } else if (code === closeList || code === closeObject) {
      depth -= 1;
      breakAt(at);
    } else if (code === openList || code === openObject) {
      const next = json.charCodeAt(at + 1);
      if (next === closeList || next === closeObject) at += 1;
      else {
        depth += 1;
        breakAt(at + 1);
      }
    }
  }
  const indented = lines.join('') + json.slice(from);
  return length <= maxLength && indented.length <= maxLength ? indented : undefined;
}

/**
 * Returns the properties of an object, or the items of an array by index, as pairs of a name and a value in JSON. Returns [] for other
 * values. Names keep their JSON escapes.
 */
export function propertiesIn(json: string): [name: string, value: string][] {
  const properties: [string, string][] = [];
  const isObject = json.startsWith('{');
  if (!isObject && !json.startsWith('[')) return properties;
  for (let at = 1; at < json.length - 1; ) {
    let name = String(properties.length);
    if (isObject) {
      const end = endOfString(json, at);
      name = json.slice(at + 1, end);
      at = end + 2;
    }
    const end = endOfValue(json, at);
    properties.push([name, json.slice(at, end)]);
    at = end + 1;
  }
  return properties;
}

/** Returns the index after the value that begins at `start`. */
function endOfValue(json: string, start: number): number {
  let depth = 0;
  for (let at = start; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (code === quote) at = endOfString(json, at);
    else if (code === openList || code === openObject) depth += 1;
    else if (code === closeList || code === closeObject) {
      if (depth === 0) return at;
      depth -= 1;
    } else if (code === comma && depth === 0) return at;
  }
  return json.length;
}
