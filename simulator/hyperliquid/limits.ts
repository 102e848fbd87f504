/**
 * Enforces request budgets (page "Rate limits and user limits", read 2026-11). A network address has a weight budget
 * per minute. An account has a budget of 10,000 actions plus one for each USDC traded. Once that is used up, it may
 * perform one action per ten seconds.
 */
import type { Decimal } from '../../src/domain/decimal.ts';
import { mulTrunc, sum, toNumber, ZERO } from '../../src/domain/decimal.ts';
import type { Exchange } from '../core/types.ts';
import type { Action } from './actions.ts';
import { ActionRefusal } from './errors.ts';
import type { ActionCount } from './info-routes.ts';
import { text } from './numbers.ts';

export type HyperliquidLimits = {
	readonly weightPerMinute: number;
	/** Action budget of an account that has not traded. */
	readonly actionsAtFirst: number;
};

export const HYPERLIQUID_LIMITS: HyperliquidLimits = { weightPerMinute: 1_200, actionsAtFirst: 10_000 };

const MINUTE_MS = 60_000;
const LIGHT = 2;
const USUAL = 20;
const USER_ROLE = 60;
const ITEMS_PER_WEIGHT = 20;
const ITEMS_PER_ACTION_WEIGHT = 40;
const LIMITED_ACTION_EVERY_MS = 10_000;
const CANCELS_MORE = 100_000;
/** Number of actions by which an expired action reduces the account's budget. */
const STALE_COSTS = 5;

const LIGHT_TYPES: ReadonlySet<unknown> = new Set([
	'l2Book',
	'allMids',
	'clearinghouseState',
	'orderStatus',
	'spotClearinghouseState',
	'exchangeStatus',
]);

const COUNTED_TYPES: ReadonlySet<unknown> = new Set([
	'recentTrades',
	'historicalOrders',
	'userFills',
	'userFillsByTime',
	'fundingHistory',
	'userFunding',
	'userNonFundingLedgerUpdates',
]);

export function infoWeight(type: unknown): number {
	return type === 'userRole' ? USER_ROLE : LIGHT_TYPES.has(type) ? LIGHT : USUAL;
}

/** Returns the additional weight of a response, which depends on its number of rows. */
export function answerWeight(type: unknown, answer: unknown): number {
	return COUNTED_TYPES.has(type) && Array.isArray(answer) ? Math.floor(answer.length / ITEMS_PER_WEIGHT) : 0;
}

export function actionWeight(action: Action): number {
	return 1 + Math.floor(itemsOf(action) / ITEMS_PER_ACTION_WEIGHT);
}

function itemsOf(action: Action): number {
	if (action.type === 'order') return action.orders.length;
	return 'cancels' in action ? action.cancels.length : 1;
}

/** Creates the weight budget of one address for the current minute. */
export function createWeightWindow({ weightPerMinute }: HyperliquidLimits) {
	let startedAt = 0;
	let used = 0;
	return {
		/** Takes the weight from the budget. Returns false, and takes nothing, if too little of the budget is left. */
		take(weight: number, now: number): boolean {
			if (now - startedAt >= MINUTE_MS) {
				startedAt = now;
				used = 0;
			}
			if (used + weight > weightPerMinute) return false;
			used += weight;
			return true;
		},
		/** Charges a weight that is known only after the response. */
		charge(weight: number): void {
			used += weight;
		},
	};
}

export type ActionBudget = {
	readonly countOf: ActionCount;
	/** @throws ActionRefusal if the account has used up its actions */
	readonly take: (accountId: string, action: Action, now: number) => void;
	readonly chargeStale: (accountId: string) => void;
};

const FILLS_READ = 100_000;

export function createActionBudget(exchange: Exchange, limits: HyperliquidLimits): ActionBudget {
	const counts = new Map<string, { used: number; lastAt: number }>();
	const of = (accountId: string) => {
		const count = counts.get(accountId) ?? { used: 0, lastAt: 0 };
		counts.set(accountId, count);
		return count;
	};
	const volumeOf = (accountId: string): Decimal =>
		accountId === ''
			? ZERO
			: sum(
					exchange
						.fills(accountId, { limit: FILLS_READ })
						.map(({ price, quantity }) => mulTrunc(price, quantity)),
				);
	const countOf: ActionCount = (accountId) => {
		const volume = volumeOf(accountId);
		return { used: of(accountId).used, cap: limits.actionsAtFirst + Math.floor(toNumber(volume)), volume };
	};
	return {
		countOf,
		take(accountId, action, now) {
			const count = of(accountId);
			const isCancel = 'cancels' in action;
			// The volume is summed only for accounts that have used up their initial budget.
			if (count.used >= limits.actionsAtFirst) {
				const { cap, volume } = countOf(accountId);
				const limit = isCancel ? Math.min(cap + CANCELS_MORE, cap * 2) : cap;
				if (count.used >= limit && now - count.lastAt < LIMITED_ACTION_EVERY_MS) {
					throw new ActionRefusal(
						`Too many cumulative requests sent (${count.used} > ${limit}) for cumulative volume traded $${text(volume)}. Place taker orders to free up 1 request per USDC traded.`,
					);
				}
			}
			count.used += itemsOf(action);
			count.lastAt = now;
		},
		chargeStale(accountId) {
			of(accountId).used += STALE_COSTS;
		},
	};
}
