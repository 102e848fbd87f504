import { describe, expect, test } from 'vitest';
import { LIVE_VARIABLE, requireLiveConfirmed } from './live-confirmation.ts';

const LIVE = { mode: 'live', venues: ['bybit', 'kucoin'] } as const;
const confirm = (
	named?: string,
	variable?: string,
	config: Parameters<typeof requireLiveConfirmed>[0] = LIVE,
) => requireLiveConfirmed(config, named, variable === undefined ? {} : { [LIVE_VARIABLE]: variable });

describe('mode live', () => {
	test.each([
		['the flag', 'bybit,kucoin', undefined],
		['another order, and spaces', ' kucoin, bybit ', undefined],
		['the environment', undefined, 'bybit,kucoin'],
		['the flag, whatever the environment says', 'bybit,kucoin', 'bybit'],
	])('starts with %s', (_what, named, variable) => {
		expect(() => confirm(named, variable)).not.toThrow();
	});

	test('is refused without a second word, with what to type', () => {
		expect(() => confirm()).toThrow(
			/LIVE_NOT_CONFIRMED.+start with --live bybit,kucoin, or with CARRYWIRE_LIVE=bybit,kucoin in the environment/,
		);
	});

	test('names those that are traded at: no order goes to one that is only read', () => {
		const config = { mode: 'live', venues: ['bybit', 'gate', 'kucoin'] } as const;
		expect(() => confirm('bybit,kucoin', undefined, config)).not.toThrow();
		expect(() => confirm('bybit,gate,kucoin', undefined, config)).toThrow(
			/that are traded at, all of them and no other .+ start with --live bybit,kucoin,/,
		);
	});

	test.each(['bybit', 'bybit,kucoin,okx', 'bybit,bybit', 'yes', 'true', ''])(
		'is refused when %j is named',
		(named) => {
			expect(() => confirm(named)).toThrow(/^--live: must name .+LIVE_NOT_CONFIRMED/);
			expect(() => confirm(undefined, named)).toThrow(/^CARRYWIRE_LIVE: must name .+LIVE_NOT_CONFIRMED/);
		},
	);
});

test('in another mode the flag is a mistake, and a variable that was left behind is none', () => {
	const paper = { mode: 'paper', venues: ['bybit', 'kucoin'] } as const;
	expect(() => confirm('bybit,kucoin', undefined, paper)).toThrow('mode must be live for it; was paper');
	expect(() => confirm(undefined, 'bybit,kucoin', paper)).not.toThrow();
});
