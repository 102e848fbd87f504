/** Builds the parameters for opening a position, for `preview` and `execute`. */
import type { ExecuteOpportunityParams } from '../client/methods.ts';
import { type Given, UsageError } from './command.ts';
import { exitRules, withoutRules } from './exit-rules.ts';
import { requiredWord } from './given.ts';
import type { Preview } from './preview-lines.ts';
import type { ServiceSession } from './service-command.ts';
import { TRADE_TEXT } from './text.ts';

/** Returns the parameters for opening a position. @throws UsageError if the ID or the amount is missing */
export function openingParams(command: string, { params, words }: Given): ExecuteOpportunityParams {
	const opportunityId = requiredWord(command, 'the ID of an opportunity', words[0]);
	if (params.amount === undefined)
		throw new UsageError(command, `${command} needs --amount USD, the total for both legs.`);
	const exit = exitRules(params);
	return {
		...withoutRules(params),
		...(exit === undefined ? {} : { exit }),
		opportunity_id: opportunityId,
	} as ExecuteOpportunityParams;
}

/** Requests only the plan for opening a position. Rejects like `session.call`. */
export async function askPreview(
	session: ServiceSession,
	params: ExecuteOpportunityParams,
): Promise<Preview> {
	const answer = await session.call('execute_opportunity', { ...params, preview: true });
	if ('preview' in answer) return answer;
	throw new Error(TRADE_TEXT.noPreview);
}
