import type {
	CloseAnswer,
	CloseExecutionParams,
	ClosePreview,
	ExecutionStatus,
} from '../../client/methods.ts';
import { hasSaidYes, requireAskable, YES_FLAG } from '../ask-first.ts';
import { closePreviewLines } from '../close-preview-lines.ts';
import { closeLines, executionLines } from '../execution-lines.ts';
import { OutcomeError, requireSuccess } from '../failures.ts';
import { type Following, followExecution } from '../follow-execution.ts';
import { oneWord, type ParamFlags, paramsOf } from '../params.ts';
import { moneyText } from '../preview-lines.ts';
import { remarkLook, type ServiceSession, serviceCommand } from '../service-command.ts';

const FLAGS = {
	preview: {
		kind: 'switch',
		meaning: 'Shows what the close would do and bring now, cause by cause, and changes nothing.',
	},
	share: {
		kind: 'number',
		value: 'SHARE',
		meaning: 'Closes this part of both legs: 0.5 is half (default 1).',
	},
	'max-slippage-bps': {
		kind: 'number',
		value: 'BPS',
		meaning: "Slippage guard of each leg (default and limit: the service's).",
	},
} as const satisfies ParamFlags;

export const close = serviceCommand({
	name: 'close',
	needs: 'arb:trade',
	summary: 'Close an execution, or a share of it, and follow it until both legs are flat.',
	about:
		'Closes both legs reduce-only, and follows it until both exchanges say flat. It shows first what the close would bring (fees, slippage and result of each leg by the books of now) and asks for "yes" (without a terminal it needs --yes). One that is queued or opening is stopped first. Closing what is closed already shows its result again. Ctrl-C ends the following, not the closing. Prints close_execution. The exit code is 0 only once both legs are flat, or the share is closed; 5 while the closing goes on, or where the answer was not yes.',
	forms: ['ID [flags]'],
	words: [{ name: 'ID', meaning: 'Of the execution, from carrywire portfolio.' }],
	flags: {
		...FLAGS,
		...YES_FLAG,
		'no-wait': { meaning: 'Ends with what the service answers at first, within 20 s.' },
	},
	examples: [
		'carrywire close exec_9d2e4f6081a3c5e73f9a1c5b',
		'carrywire close exec_9d2e4f6081a3c5e73f9a1c5b --preview',
		'carrywire close exec_9d2e4f6081a3c5e73f9a1c5b --share 0.5 --yes --json',
	],
	read: ({ values, words }) => ({
		params: {
			...paramsOf<'close_execution'>('close', FLAGS, values),
			execution_id: oneWord('close', 'the ID of an execution', words),
		} as CloseExecutionParams,
		isSure: values.yes === true,
		waits: values['no-wait'] !== true,
	}),
	async run({ params, isSure, waits }, session) {
		if (params.preview === true) {
			const preview = await askPreview(params, session);
			session.show(preview, () => closePreviewLines(preview, session));
			return;
		}
		if (!isSure && !(await isAgreed(params, session)))
			throw new OutcomeError('Nothing was closed: the answer was not yes.');
		const answer = await closed(params, session);
		if (!answer.success && answer.status === 'closing' && waits) {
			await untilFlat(params, session);
			return;
		}
		session.show(answer, () => closeLines(answer, session));
		requireSuccess(answer);
	},
});

/** Whether the person wants what they were shown. An execution that has ended is not asked about: a close shows its result again. */
async function isAgreed(params: CloseExecutionParams, session: ServiceSession): Promise<boolean> {
	requireAskable('close', 'closes', session);
	const preview = await askPreview(params, session);
	if (preview.action === 'nothing') return true;
	for (const line of closePreviewLines(preview, remarkLook(session))) session.remark(line);
	return hasSaidYes(`${moneyText(preview.trading_mode)} Type yes to close this:`, session);
}

async function askPreview(params: CloseExecutionParams, session: ServiceSession): Promise<ClosePreview> {
	const answer = await session.call('close_execution', { ...params, preview: true });
	if ('preview' in answer) return answer;
	throw new Error('The service has answered a preview with something else.');
}

async function closed(params: CloseExecutionParams, session: ServiceSession): Promise<CloseAnswer> {
	const answer = await session.call('close_execution', params);
	if ('preview' in answer) throw new Error('The service has answered a close with a preview.');
	return answer;
}

async function untilFlat(params: CloseExecutionParams, session: ServiceSession): Promise<void> {
	const found = await followExecution(session, closing(params.execution_id));
	const { status, status_reason: reason } = found.execution;
	// An execution that has ended answers its finals again; a share would be closed twice.
	if (status === 'closed' || status === 'failed') {
		const finals = await closed({ execution_id: params.execution_id }, session);
		session.show(finals, () => closeLines(finals, session));
		return;
	}
	session.show(found, () => executionLines(found, session));
	requireShareClosed(params, status, reason);
}

/**
 * What is not closed after its close may only be the rest of a share, which runs on: a whole close that ends in a running
 * execution was taken back meanwhile. @throws OutcomeError
 */
export function requireShareClosed(
	{ execution_id: id, share = 1 }: Pick<CloseExecutionParams, 'execution_id' | 'share'>,
	status: ExecutionStatus,
	reason: string | null,
): void {
	if (status === 'running' && share < 1) return;
	throw new OutcomeError(`${id} is not closed: it is ${status}${reason === null ? '' : ` (${reason})`}.`);
}

function closing(executionId: string): Following {
	return {
		executionId,
		during: ['closing'],
		what: `Closing ${executionId}`,
		goesOn: `${executionId} is being closed by the service, which goes on with it. See carrywire execution ${executionId}.`,
	};
}
