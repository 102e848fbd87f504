/** Lists bugs in the caps of agents, users and the service, on open and on unhedged notional. */
import type { Mutant } from './mutant.ts';

/** Each bug lets executions that open at the same time exceed a cap together. */
export const CAP_MUTANTS: readonly Mutant[] = [
	{
		name: 'agent-caps',
		without: "the claims of an agent's other calls: several exceed a cap together",
		file: 'src/engine/drive/openings.ts',
		find: 'pending.filter((other) => other.agentId === agentId)',
		replace: "pending.filter((other) => other.agentId === agentId && other.userId === '')",
		caughtAs: /of its agent is above the cap/,
		seedFirst: 2_000_001,
		seedsMax: 4_000,
	},
	{
		name: 'open-notional',
		without: 'the notional that an execution may still open: only its position counts',
		file: 'src/engine/decide/open-notional.ts',
		find: 'notional: mulUp(most, decisionMid)',
		replace: 'notional: mulUp(most < 0n ? most : state.held[role], decisionMid)',
		caughtAs: /the open notional .* its cap/,
		isInEveryRun: true,
		seedFirst: 6_001_101,
		seedsMax: 900,
	},
	{
		name: 'notional-of-calls',
		without: 'the notional of the user’s other calls that are opening',
		file: 'src/engine/orders/preflight.ts',
		find: 'openNotional(open, others.trades)',
		replace: 'openNotional(open, others.trades.slice(0, 0))',
		caughtAs: /the open notional .* its cap/,
		seedFirst: 6_000_001,
		seedsMax: 4_000,
	},
	{
		name: 'unhedged-allowance',
		without: 'the share of the unhedged allowance that other executions of the user take',
		file: 'src/engine/decide/unhedged-allowance.ts',
		find: 'states.filter(({ plan }) => plan.userId === userId).map(atRisk)',
		replace: "states.filter(({ plan }) => plan.userId === '').map(atRisk)",
		caughtAs: /the unhedged notional .* its cap/,
		seedFirst: 6_000_001,
		seedsMax: 4_000,
	},
	{
		name: 'unhedged-while-written',
		without: 'the share of the allowance that another execution is still writing',
		file: 'src/engine/drive/journal-step.ts',
		find: 'for (const { next } of changes) unhedgedAllowance.note(next);',
		replace: 'for (const { before } of changes) unhedgedAllowance.note(before);',
		caughtAs: /the unhedged notional .* its cap/,
		seedFirst: 6_000_001,
		seedsMax: 4_000,
	},
];
