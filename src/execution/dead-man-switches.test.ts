/** The life of a dead-man switch: armed before an order rests, renewed while one is awaited, disarmed afterwards. */
import { expect, test } from 'vitest';
import { createVirtualClock, passTime } from '../../test/support/virtual-clock.ts';
import type { SwitchAnswer } from '../ports/dead-man-switch.ts';
import type { VenueTrading } from '../ports/venue.ts';
import { createDeadManSwitches } from './dead-man-switches.ts';

const ARMED: SwitchAnswer = { kind: 'yes', said: 'binance cancels' };
const ORDER = ['user_a', 'binance', 'BTCUSDT'] as const;
const HOUR_MS = 3_600_000;

/** An exchange that answers when a test says so, and an account without orders. */
function openSwitches() {
	const clock = createVirtualClock(1_000_000);
	const asked: string[] = [];
	const answers: ((answer: SwitchAnswer) => void)[] = [];
	const deadMan: VenueTrading['deadMan'] = {
		reach: 'contract',
		look: async () => ARMED,
		arm(symbol) {
			asked.push(`arm ${symbol}`);
			return new Promise((resolve) => answers.push(resolve));
		},
		async disarm(symbol) {
			asked.push(`disarm ${symbol}`);
			return true;
		},
	};
	const switches = createDeadManSwitches({
		tradingFor: () => ({ deadMan }) as unknown as VenueTrading,
		statesOf: () => [],
		clock,
		log: { debug() {}, info() {}, warn() {}, error() {} },
	});
	return { clock, asked, answers, switches };
}

test('an order rests once the switch is armed, and the switch of an order that never left is disarmed', async () => {
	const { clock, asked, answers, switches } = openSwitches();
	expect(switches.mayRest(...ORDER)).toBe(false);
	await passTime(clock, 1);
	expect([asked, switches.mayRest(...ORDER)]).toEqual([['arm BTCUSDT'], false]);
	answers[0]?.(ARMED);
	await passTime(clock, 1);
	expect(switches.mayRest(...ORDER)).toBe(true);
	await passTime(clock, HOUR_MS);
	expect(asked).toEqual(['arm BTCUSDT', 'disarm BTCUSDT']);
	expect(clock.waiting()).toBe(0);
});

test('an answer that comes once another account is in use asks for nothing there', async () => {
	const { clock, asked, answers, switches } = openSwitches();
	switches.mayRest(...ORDER);
	await passTime(clock, 1);
	switches.forget('user_a', 'binance');
	answers[0]?.(ARMED);
	await passTime(clock, HOUR_MS);
	expect(asked).toEqual(['arm BTCUSDT']);
	expect(clock.waiting()).toBe(0);
});
