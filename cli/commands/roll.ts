import type { RollLegParams } from '../../client/methods.ts';
import { hasSaidYes, requireAskable } from '../ask-first.ts';
import { executionLines } from '../execution-lines.ts';
import { OutcomeError } from '../failures.ts';
import { followExecution } from '../follow-execution.ts';
import { requiredWord } from '../given.ts';
import { moneyText } from '../preview-lines.ts';
import { type RollPreview, rollPreviewLines } from '../roll-preview-lines.ts';
import { remarkStyle, type ServiceSession, serviceCommand } from '../service-command.ts';
import { TRADE_TEXT } from '../text.ts';

/** Previews the move of one leg, asks for confirmation, moves it, and follows the pair after until it runs. */
export const roll = serviceCommand({
	name: 'roll',
	needs: 'arb:trade',
	read: ({ values, params, words }) => ({
		params: {
			...params,
			execution_id: requiredWord('roll', 'the ID of an execution', words[0]),
		} as RollLegParams,
		isSure: values.yes === true,
		waits: values['no-wait'] !== true,
	}),
	async run({ params, isSure, waits }, session) {
		if (!isSure && params.preview !== true) requireAskable('roll', 'moves a leg', session);
		const preview = await askPreview(params, session);
		if (params.preview === true) {
			session.show(preview, () => rollPreviewLines(preview, session));
			return;
		}
		for (const line of rollPreviewLines(preview, remarkStyle(session))) session.remark(line);
		const question = `${moneyText(preview.trading_mode)} Type yes to move this leg:`;
		if (!isSure && !(await hasSaidYes(question, session))) throw new OutcomeError(TRADE_TEXT.notMoved);
		const answer = await session.call('roll_leg', { ...params, preview_id: preview.preview_id });
		if ('preview' in answer) throw new Error(TRADE_TEXT.previewForOpening);
		if (!waits) session.show(answer, () => [`${answer.execution_id}  ${answer.message}`]);
		else await untilMoved(answer.execution_id, session);
	},
});

async function askPreview(params: RollLegParams, session: ServiceSession): Promise<RollPreview> {
	const answer = await session.call('roll_leg', { ...params, preview: true });
	if ('preview' in answer) return answer;
	throw new Error(TRADE_TEXT.noPreview);
}

async function untilMoved(id: string, session: ServiceSession): Promise<void> {
	const found = await followExecution(session, {
		executionId: id,
		during: ['queued', 'opening'],
		what: `Moving a leg to ${id}`,
		continues: TRADE_TEXT.rollContinues(id),
	});
	session.show(found, () => executionLines(found, session));
	const { status, status_reason: reason } = found.execution;
	if (status !== 'running') throw new OutcomeError(TRADE_TEXT.notRunning(id, status, reason));
}
