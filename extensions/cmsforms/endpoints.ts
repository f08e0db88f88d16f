// Implements the endpoints of forms.
import { implement, type Module } from 'octavo/extension';
import { beginConnection } from './begin-connection.ts';
import { completeWizard } from './complete-wizard.ts';
import { formsModule } from './contract.ts';
import { createSubmission } from './create-submission.ts';
import { deleteSubmission } from './delete-submission.ts';
import { erasePerson } from './erase-person.ts';
import { exportCsv } from './export-csv.ts';
import { exportJson } from './export-json.ts';
import { finishConnection } from './finish-connection.ts';
import { getSubmission } from './get-submission.ts';
import { hydrate } from './hydrate.ts';
import { installPlugins } from './install-plugins.ts';
import { getLicense, verifyLicense } from './license.ts';
import { listSubmissions } from './list-submissions.ts';
import { makeFormPermissions } from './permissions.ts';
import type { Services } from './settings.ts';
import { submissionPresenter } from './submission-presenter.ts';
import { updateSubmission } from './update-submission.ts';
import { updateWizard } from './update-wizard.ts';

export const formsEndpoints = (services: Services): Module =>
  implement(formsModule, {
    permissions: makeFormPermissions(services),
    operations: {
      hydrate: hydrate(services),
      'update-wizard': updateWizard(services),
      'install-plugins': installPlugins(services),
      'complete-wizard': completeWizard(services),
      'begin-connection': beginConnection(services),
      'finish-connection': finishConnection(services),
      'get-license': getLicense(services),
      'verify-license': verifyLicense(services),
      'create-submission': createSubmission(services),
      'list-submissions': listSubmissions(services),
      'get-submission': getSubmission(services),
      'update-submission': updateSubmission(services),
      'delete-submission': deleteSubmission(services),
      'erase-person': erasePerson(services),
      'export-csv': exportCsv(services),
      'export-json': exportJson(services),
    },
    presenter: submissionPresenter,
  });
