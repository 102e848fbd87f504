import { expect, test } from 'vitest';
import { POT_SETTINGS } from '../../test/support/pot-world.ts';
import { fromInteger, ONE, parseDecimal, ZERO } from '../domain/decimal.ts';
import type { ChangeKind, PlannedChange, Pot, PotHolding } from '../ports/autopilot.ts';
import { plannedDecision } from './decide.ts';

const POT: Pot = {
	...{ potId: 'pot_1', userId: 'user_1', agentId: null, tradesAs: 'user_1', kind: 'live', shadowOf: null },
	...{
		settings: POT_SETTINGS,
		state: 'running',
		stateReason: null,
		stateAt: 0,
		settingsAt: null,
		createdAt: 0,
	},
};

function pairOf(coin: string) {
	return {
		long: { venue: 'bybit', symbol: `${coin}USDT` },
		short: { venue: 'kucoin', symbol: `${coin}USDTM` },
	};
}

function holding(coin: string, isMoving: boolean): PotHolding {
	return {
		...{ executionId: `exec_${coin}`, coin, ...pairOf(coin), quantity: fromInteger(10) },
		...{ notional: fromInteger(1_000), profit: ZERO, isMoving, lostLegs: 0 },
	};
}

function change(kind: ChangeKind, coin: string): PlannedChange {
	return {
		...{ kind, coin, ...pairOf(coin), leg: null, notional: fromInteger(500) },
		executionId: kind === 'reduce' ? `exec_${coin}` : null,
		share: kind === 'reduce' ? parseDecimal('0.5') : null,
		...{ gain: ONE, cost: ONE, costMax: ONE, explanation: 'The test wants it.' },
	};
}

/** Returns the changes that a plan leads to now. */
function decided(holdings: readonly PotHolding[], changes: readonly PlannedChange[]): readonly string[] {
	const trigger = { kind: 'daily', key: 'daily 1', exchange: null, coin: null } as const;
	const plan = {
		...{ targets: [], changes, netOnCapital: ONE, cash: ZERO, notes: [] },
		knew: { dataAt: 0, equity: null, inputs: {} },
	};
	const { record } = plannedDecision({ decisionId: 'dec_1', pot: POT, trigger, holdings, now: 0 }, plan);
	return record.changes.map(({ kind, coin }) => `${kind} ${coin}`);
}

test('a pot does not grow with what it cannot free yet, because that coin is in motion', () => {
	const plan = [change('reduce', 'SOL'), change('open', 'AVAX')];
	expect(decided([holding('SOL', true)], plan)).toEqual([]);
	expect(decided([holding('SOL', false)], plan)).toEqual(['reduce SOL', 'open AVAX']);
});

test('a pot grows beside a coin in motion that the plan leaves alone or enlarges', () => {
	expect(decided([holding('SOL', true)], [change('open', 'AVAX')])).toEqual(['open AVAX']);
	expect(decided([holding('SOL', true)], [change('enlarge', 'SOL'), change('open', 'AVAX')])).toEqual([
		'open AVAX',
	]);
});
