import type { ExecuteOpportunityResult } from '../../client/methods.ts';
import { hasSaidYes, requireAskable } from '../ask-first.ts';
import { UsageError } from '../command.ts';
import { executionLines } from '../execution-lines.ts';
import { OutcomeError } from '../failures.ts';
import { followExecution } from '../follow-execution.ts';
import { askPreview, openingParams } from '../opening.ts';
import { moneyText, previewLines } from '../preview-lines.ts';
import { remarkStyle, type ServiceSession, serviceCommand } from '../service-command.ts';
import { TRADE_TEXT } from '../text.ts';

type Queued = Exclude<ExecuteOpportunityResult, { readonly preview: true }>;

/** Previews an execution, asks for confirmation, opens the execution, and follows it until it is running. */
export const execute = serviceCommand({
	name: 'execute',
	needs: 'arb:trade',
	read(given) {
		const { values } = given;
		const key = values['idempotency-key'];
		if (key !== undefined && values.yes !== true)
			throw new UsageError(
				'execute',
				'execute with --idempotency-key shows no preview to confirm, so add --yes.',
			);
		return {
			params: openingParams('execute', given),
			key: typeof key === 'string' ? key : undefined,
			isSure: values.yes === true,
			waits: values['no-wait'] !== true,
		};
	},
	async run({ params, key, isSure, waits }, session) {
		const bound = key === undefined ? await agreed(params, isSure, session) : { idempotency_key: key };
		if (bound === undefined) throw new OutcomeError(TRADE_TEXT.notOpened);
		const answer = await session.call('execute_opportunity', { ...params, ...bound });
		if ('preview' in answer) throw new Error(TRADE_TEXT.previewForOpening);
		for (const { code, message } of answer.warnings) session.remark(`${code}: ${message}`);
		if (!waits) session.show(answer, () => [`${answer.execution_id}  ${answer.message}`]);
		else await untilOpen(answer, session);
	},
});

/** Returns the preview ID that binds the execution to its preview; undefined if the user declines. */
async function agreed(
	params: Parameters<typeof askPreview>[1],
	isSure: boolean,
	session: ServiceSession,
): Promise<{ readonly preview_id: string } | undefined> {
	if (!isSure) requireAskable('execute', 'opens a position', session);
	const preview = await askPreview(session, params);
	for (const line of previewLines(preview, remarkStyle(session))) session.remark(line);
	const question = `${moneyText(preview.trading_mode)} Type yes to open this position:`;
	return isSure || (await hasSaidYes(question, session)) ? { preview_id: preview.preview_id } : undefined;
}

async function untilOpen({ execution_id: id }: Queued, session: ServiceSession): Promise<void> {
	const found = await followExecution(session, {
		executionId: id,
		during: ['queued', 'opening'],
		what: `Opening ${id}`,
		continues: TRADE_TEXT.openingContinues(id),
	});
	session.show(found, () => executionLines(found, session));
	const { status, status_reason: reason } = found.execution;
	if (status !== 'running') throw new OutcomeError(TRADE_TEXT.notRunning(id, status, reason));
}
