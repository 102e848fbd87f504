/** What `preview` and `execute` have in common: the params of an opening. */
import type { ExecuteOpportunityParams } from '../client/methods.ts';
import { type Given, UsageError } from './command.ts';
import { exitRules } from './exit-rules.ts';
import { oneWord, paramsOf } from './params.ts';
import type { Preview } from './preview-lines.ts';
import type { ServiceSession } from './service-command.ts';
import { OPENING_FLAGS } from './trade-flags.ts';

/** @throws UsageError without an id or an amount */
export function openingParams(command: string, { values, words }: Given): ExecuteOpportunityParams {
	const opportunityId = oneWord(command, 'the ID of an opportunity', words);
	if (values.amount === undefined)
		throw new UsageError(command, `${command} needs the capital over both legs: --amount USD.`);
	const exit = exitRules(command, values);
	return {
		...paramsOf<'execute_opportunity'>(command, OPENING_FLAGS, values),
		...(exit === undefined ? {} : { exit }),
		opportunity_id: opportunityId,
	} as ExecuteOpportunityParams;
}

export async function askPreview(
	session: ServiceSession,
	params: ExecuteOpportunityParams,
): Promise<Preview> {
	const answer = await session.call('execute_opportunity', { ...params, preview: true });
	if ('preview' in answer) return answer;
	throw new Error('The service has answered a preview with something else.');
}
