import type {
	CloseAnswer,
	CloseExecutionParams,
	ClosePreview,
	ExecutionStatus,
} from '../../client/methods.ts';
import { hasSaidYes, requireAskable } from '../ask-first.ts';
import { closePreviewLines } from '../close-preview-lines.ts';
import { closeLines, executionLines } from '../execution-lines.ts';
import { OutcomeError, requireSuccess } from '../failures.ts';
import { type Following, followExecution } from '../follow-execution.ts';
import { requiredWord } from '../given.ts';
import { moneyText } from '../preview-lines.ts';
import { remarkStyle, type ServiceSession, serviceCommand } from '../service-command.ts';
import { TRADE_TEXT } from '../text.ts';

/** Previews a full or partial close of an execution, asks for confirmation, and follows the close to its end. */
export const close = serviceCommand({
	name: 'close',
	needs: 'arb:trade',
	read: ({ values, params, words }) => ({
		params: {
			...params,
			execution_id: requiredWord('close', 'the ID of an execution', words[0]),
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
		if (!isSure && !(await isAgreed(params, session))) throw new OutcomeError(TRADE_TEXT.notClosed);
		const answer = await closed(params, session);
		if (!answer.success && answer.status === 'closing' && waits) {
			await untilFlat(params, session);
			return;
		}
		session.show(answer, () => closeLines(answer, session));
		requireSuccess(answer);
	},
});

/**
 * Shows the preview and resolves to true if the user confirms it. An execution that has ended needs no confirmation,
 * because its close only returns the previous result.
 */
async function isAgreed(params: CloseExecutionParams, session: ServiceSession): Promise<boolean> {
	requireAskable('close', 'closes the execution', session);
	const preview = await askPreview(params, session);
	if (preview.action === 'nothing') return true;
	for (const line of closePreviewLines(preview, remarkStyle(session))) session.remark(line);
	return hasSaidYes(`${moneyText(preview.trading_mode)} Type yes to close as shown:`, session);
}

async function askPreview(params: CloseExecutionParams, session: ServiceSession): Promise<ClosePreview> {
	const answer = await session.call('close_execution', { ...params, preview: true });
	if ('preview' in answer) return answer;
	throw new Error(TRADE_TEXT.noPreview);
}

async function closed(params: CloseExecutionParams, session: ServiceSession): Promise<CloseAnswer> {
	const answer = await session.call('close_execution', params);
	if ('preview' in answer) throw new Error(TRADE_TEXT.previewForClose);
	return answer;
}

async function untilFlat(params: CloseExecutionParams, session: ServiceSession): Promise<void> {
	const found = await followExecution(session, closing(params.execution_id));
	const { status, status_reason: reason } = found.execution;
	// Closing an ended execution only returns its final result. The request omits the share, so that it cannot close
	// part of the execution a second time.
	if (status === 'closed' || status === 'failed') {
		const finals = await closed({ execution_id: params.execution_id }, session);
		session.show(finals, () => closeLines(finals, session));
		return;
	}
	session.show(found, () => executionLines(found, session));
	requireShareClosed(params, status, reason);
}

/**
 * Throws if the close did not finish. After a partial close, the rest may keep running. If a full close leaves the
 * execution running, the close was undone. @throws OutcomeError
 */
export function requireShareClosed(
	{ execution_id: id, share = 1, amount }: Pick<CloseExecutionParams, 'execution_id' | 'share' | 'amount'>,
	status: ExecutionStatus,
	reason: string | null,
): void {
	if (status === 'running' && (share < 1 || amount !== undefined)) return;
	throw new OutcomeError(TRADE_TEXT.stillOpen(id, status, reason));
}

function closing(executionId: string): Following {
	return {
		executionId,
		during: ['closing'],
		what: `Closing ${executionId}`,
		continues: TRADE_TEXT.closeContinues(executionId),
	};
}
