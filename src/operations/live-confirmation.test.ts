import { describe, expect, test } from 'vitest';
import { LIVE_VARIABLE, requireLiveConfirmed } from './live-confirmation.ts';

const LIVE = { mode: 'live', venues: ['bybit', 'kucoin'] } as const;
const confirm = (
	named?: string,
	variable?: string,
	config: Parameters<typeof requireLiveConfirmed>[0] = LIVE,
) => requireLiveConfirmed(config, named, variable === undefined ? {} : { [LIVE_VARIABLE]: variable });

describe('live mode', () => {
	test.each([
		['the flag', 'bybit,kucoin', undefined],
		['another order, and spaces', ' kucoin, bybit ', undefined],
		['the environment', undefined, 'bybit,kucoin'],
		['the flag, whatever the environment says', 'bybit,kucoin', 'bybit'],
	])('starts with %s', (_what, named, variable) => {
		expect(() => confirm(named, variable)).not.toThrow();
	});

	test('refuses a start without confirmation and shows the command', () => {
		expect(() => confirm()).toThrow(
			/LIVE_NOT_CONFIRMED.+start with --live bybit,kucoin, or set CARRYWIRE_LIVE=bybit,kucoin in the environment/,
		);
	});

	test('requires only the traded exchanges, not those that are only read', () => {
		const config = { mode: 'live', venues: ['bybit', 'gate', 'kucoin'] } as const;
		expect(() => confirm('bybit,kucoin', undefined, config)).not.toThrow();
		expect(() => confirm('bybit,gate,kucoin', undefined, config)).toThrow(
			/exactly the configured exchanges that the service trades on .+ start with --live bybit,kucoin,/,
		);
	});

	test.each(['bybit', 'bybit,kucoin,okx', 'bybit,bybit', 'yes', 'true', ''])(
		'refuses the list %j',
		(named) => {
			expect(() => confirm(named)).toThrow(/^--live: must list .+LIVE_NOT_CONFIRMED/);
			expect(() => confirm(undefined, named)).toThrow(/^CARRYWIRE_LIVE: must list .+LIVE_NOT_CONFIRMED/);
		},
	);
});

test('refuses the flag in another mode but ignores the variable there', () => {
	const paper = { mode: 'paper', venues: ['bybit', 'kucoin'] } as const;
	expect(() => confirm('bybit,kucoin', undefined, paper)).toThrow('requires live mode; the mode is paper');
	expect(() => confirm(undefined, 'bybit,kucoin', paper)).not.toThrow();
});
