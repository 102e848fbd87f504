/** Every method of the service, in the order of the reference. */
import type { Method } from './method.ts';
import { checkPairStatus } from './methods/check-pair-status.ts';
import { closeExecution } from './methods/close-execution.ts';
import { exchangePairMethod } from './methods/exchange-pair.ts';
import { executeOpportunity } from './methods/execute-opportunity.ts';
import { getOpportunities } from './methods/get-opportunities.ts';
import { getOpportunityLives } from './methods/get-opportunity-lives.ts';
import { opportunityDetail } from './methods/opportunity-detail.ts';
import { portfolioLive } from './methods/portfolio-live.ts';
import { test } from './methods/test.ts';

export const METHODS: readonly Method[] = [
	test,
	exchangePairMethod,
	getOpportunities,
	opportunityDetail,
	getOpportunityLives,
	executeOpportunity,
	portfolioLive,
	closeExecution,
	checkPairStatus,
];

export const METHOD_NAMES: readonly string[] = METHODS.map(({ name }) => name);

const BY_NAME: ReadonlyMap<string, Method> = new Map(METHODS.map((method) => [method.name, method]));

export function findMethod(name: string): Method | undefined {
	return BY_NAME.get(name);
}
