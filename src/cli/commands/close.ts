import type { CloseExecutionParams } from '../../client/methods.ts';
import { closeLines, executionLines } from '../execution-lines.ts';
import { OutcomeError, requireSuccess } from '../failures.ts';
import { type Following, followExecution } from '../follow-execution.ts';
import { oneWord, type ParamFlags, paramsOf } from '../params.ts';
import { type ServiceSession, serviceCommand } from '../service-command.ts';

const FLAGS = {
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
		'Closes both legs reduce-only, and follows it until both exchanges say flat. One that is queued or opening is stopped first. Closing what is closed already shows its result again. Ctrl-C ends the following, not the closing. Prints close_execution. The exit code is 0 only once both legs are flat, or the share is closed; 5 while the closing goes on.',
	forms: ['ID [flags]'],
	words: [{ name: 'ID', meaning: 'Of the execution, from carrywire portfolio.' }],
	flags: { ...FLAGS, 'no-wait': { meaning: 'Ends with what the service answers at first, within 20 s.' } },
	examples: [
		'carrywire close exec_9d2e4f6081a3c5e73f9a1c5b',
		'carrywire close exec_9d2e4f6081a3c5e73f9a1c5b --share 0.5 --json',
	],
	read: ({ values, words }) => ({
		params: {
			...paramsOf<'close_execution'>('close', FLAGS, values),
			execution_id: oneWord('close', 'the ID of an execution', words),
		} as CloseExecutionParams,
		waits: values['no-wait'] !== true,
	}),
	async run({ params, waits }, session) {
		const answer = await session.call('close_execution', params);
		if (!answer.success && answer.status === 'closing' && waits) {
			await untilFlat(params, session);
			return;
		}
		session.show(answer, () => closeLines(answer, session));
		requireSuccess(answer);
	},
});

async function untilFlat(params: CloseExecutionParams, session: ServiceSession): Promise<void> {
	const found = await followExecution(session, closing(params.execution_id));
	const { status, status_reason: reason } = found.execution;
	// What has ended answers its finals again; a share would be closed twice.
	if (status === 'closed' || status === 'failed') {
		const finals = await session.call('close_execution', { execution_id: params.execution_id });
		session.show(finals, () => closeLines(finals, session));
		return;
	}
	session.show(found, () => executionLines(found, session));
	if (status !== 'running')
		throw new OutcomeError(
			`${params.execution_id} is not closed: it is ${status}${reason === null ? '' : ` (${reason})`}.`,
		);
}

function closing(executionId: string): Following {
	return {
		executionId,
		during: ['closing'],
		what: `Closing ${executionId}`,
		goesOn: `${executionId} is being closed by the service, which goes on with it. See carrywire execution ${executionId}.`,
	};
}
