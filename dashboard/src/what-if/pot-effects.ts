/**
 * Says what the user's pots would do after a shock, from the rules of docs/autopilot.md. Pure functions; figures are
 * estimates.
 */
import type { AutopilotStatusResult } from '../../../client/methods.ts';
import type { Shocked } from './shock-form.ts';

type Pot = AutopilotStatusResult['pots'][number];

/** A shock, as far as it decides what pots open. */
export type ShockFacts = {
	/** Price move, percent; 0 for none. */
	readonly movePct: number;
	/** Coin that moves; undefined for all. */
	readonly coin: string | undefined;
	readonly hasCapPrints: boolean;
};

/** One thing that a pot would do. */
export type PotEffect =
	| {
			readonly kind: 'reduces';
			readonly pot: string;
			readonly exchange: string;
			readonly coins: readonly string[];
	  }
	| { readonly kind: 'lostLeg'; readonly pot: string; readonly coins: readonly string[] }
	| { readonly kind: 'pauses' | 'closes'; readonly pot: string; readonly loss: number }
	| { readonly kind: 'waits'; readonly pot: string; readonly coin: string | undefined }
	| { readonly kind: 'nothing'; readonly pot: string };

/** Price move within an hour after which a pot opens nothing in a coin for a day, percent. */
const SQUEEZE_PCT = 10;
const PERCENT = 100;

/** Returns what the pots would do, in the order of the pots. Shadow pots trade other accounts, so they are left out. */
export function potEffects(pots: readonly Pot[], shocked: Shocked, facts: ShockFacts): readonly PotEffect[] {
	return pots
		.filter(({ kind, state }) => kind === 'live' && (state === 'running' || state === 'paused'))
		.flatMap((pot): readonly PotEffect[] => {
			const effects = [
				...lossesOf(pot, shocked),
				...reductionsOf(pot, shocked),
				...stopOf(pot, shocked),
				...waitOf(pot, facts),
			];
			return effects.length === 0 ? [{ kind: 'nothing', pot: pot.settings.name }] : effects;
		});
}

/** Returns the name of the pot of each execution. */
export function potsByExecution(pots: readonly Pot[]): ReadonlyMap<string, string> {
	return new Map(
		pots.flatMap(({ settings, execution_ids }) => execution_ids.map((id) => [id, settings.name] as const)),
	);
}

/** Returns the ids of executions with a liquidated leg. The service closes their other leg. */
function lostOf({ executions }: Shocked): ReadonlySet<string> {
	return new Set(
		executions
			.filter(({ long, short }) => long.liquidated || short.liquidated)
			.map(({ execution_id }) => execution_id),
	);
}

function lossesOf({ settings, state, holdings }: Pot, shocked: Shocked): readonly PotEffect[] {
	const lost = lostOf(shocked);
	const coins = holdings.filter(({ execution_id }) => lost.has(execution_id)).map(({ coin }) => coin);
	if (state !== 'running' || coins.length === 0) return [];
	return [{ kind: 'lostLeg', pot: settings.name, coins: [...new Set(coins)] }];
}

/** A low margin reduces in every mode and while the pot is paused. */
function reductionsOf({ settings, holdings }: Pot, shocked: Shocked): readonly PotEffect[] {
	const lost = lostOf(shocked);
	return shocked.exchanges
		.filter(({ after }) => after.level === 'reduce')
		.flatMap(({ exchange }): readonly PotEffect[] => {
			const coins = holdings
				.filter(
					({ execution_id, long_exchange, short_exchange }) =>
						!lost.has(execution_id) && (long_exchange === exchange || short_exchange === exchange),
				)
				.map(({ coin }) => coin);
			return coins.length === 0
				? []
				: [{ kind: 'reduces', pot: settings.name, exchange, coins: [...new Set(coins)] }];
		});
}

function stopOf({ settings, state, drawdown, holdings }: Pot, { executions }: Shocked): readonly PotEffect[] {
	const { drawdown_pct: stop, capital, on_drawdown: action, name } = settings;
	if (stop === null || drawdown === null || state !== 'running') return [];
	const own = new Set(holdings.map(({ execution_id }) => execution_id));
	const loss = -executions
		.filter(({ execution_id }) => own.has(execution_id))
		.reduce((sum, { profit, funding }) => sum + profit + funding, 0);
	if (loss <= 0 || drawdown + loss < (capital * stop) / PERCENT) return [];
	return [{ kind: action === 'close' ? 'closes' : 'pauses', pot: name, loss }];
}

function waitOf({ settings, state }: Pot, { movePct, coin, hasCapPrints }: ShockFacts): readonly PotEffect[] {
	const isSqueeze = Math.abs(movePct) > SQUEEZE_PCT || hasCapPrints;
	return state === 'running' && isSqueeze ? [{ kind: 'waits', pot: settings.name, coin }] : [];
}
