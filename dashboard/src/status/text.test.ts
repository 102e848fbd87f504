import { expect, test } from 'vitest';
import { modeText } from './text.ts';

test.each([
	['simulated', false, 'Simulated', 'No real money.'],
	['paper', false, 'Paper', 'No real money.'],
	['testnet', false, 'Testnet', 'No real money.'],
	['testnet', true, 'Rehearsal', 'No real money.'],
	['live', false, 'Live', 'Real money.'],
	['live', true, 'Rehearsal', 'No real money.'],
	['paper', true, 'Rehearsal', 'No real money.'],
] as const)('names mode %s (rehearsal: %s) %s', (trading_mode, rehearsal, name, money) => {
	expect(modeText({ trading_mode, rehearsal })).toMatchObject({ name, money });
});
