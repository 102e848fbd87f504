/** Plans pots with the portfolio planner over a real scanner, and the real solver. */
import { expect, test } from 'vitest';
import { heldPair, openPlanner, type Setup } from '../../test/support/planner-world.ts';
import { POT_SETTINGS } from '../../test/support/pot-world.ts';
import { type Decimal, fromInteger, parseDecimal, ZERO } from '../domain/decimal.ts';
import type { Pot, PotHolding } from '../ports/autopilot.ts';
import { textOf } from '../sentences/sentence.ts';
import { createPotPlanner } from './pot-planner.ts';

const SOL = { bybit: '-0.0002', kucoin: '0.0004' };
const SETUP: Setup = {
	coins: { SOL },
	executions: [heldPair('exec_1', 'SOL', ['bybit', 'kucoin'], '6.7')],
	equity: { bybit: 5_000, kucoin: 5_000 },
};
const HOLDING: PotHolding = {
	executionId: 'exec_1',
	coin: 'SOL',
	long: { venue: 'bybit', symbol: 'SOLUSDT' },
	short: { venue: 'kucoin', symbol: 'SOLUSDTM' },
	quantity: parseDecimal('6.7'),
	notional: fromInteger(670),
	profit: ZERO,
	isMoving: false,
	lostLegs: 0,
};
const POT: Pot = {
	potId: 'pot_1',
	userId: 'user_1',
	agentId: null,
	tradesAs: 'user_1',
	kind: 'live',
	shadowOf: null,
	settings: POT_SETTINGS,
	state: 'running',
	stateReason: null,
	stateAt: 0,
	settingsAt: null,
	createdAt: 0,
};

async function planned(equity: Decimal | null) {
	const planner = createPotPlanner(await openPlanner(SETUP));
	return planner.plan({
		pot: POT,
		holdings: [HOLDING],
		trigger: { kind: 'daily', key: 'daily', exchange: null, coin: null },
		equity,
		now: 0,
	});
}

test('a pot that has lost its capital plans to leave its positions', async () => {
	const whole = await planned(fromInteger(10_000));
	expect('changes' in whole && whole.changes).toEqual([]);
	for (const equity of [ZERO, fromInteger(-200)]) {
		const plan = await planned(equity);
		expect('changes' in plan && plan.changes.map(({ kind, executionId }) => [kind, executionId])).toEqual([
			['close', 'exec_1'],
		]);
	}
});

test('a pot without a known equity waits', async () => {
	const plan = await planned(null);
	expect('waits' in plan && textOf(plan.waits)).toBe(
		'The equity of the pot is unknown now, because a mark price is missing.',
	);
});
