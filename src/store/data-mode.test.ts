import { describe, expect, test } from 'vitest';
import { storePerTest } from '../../test/support/store-per-test.ts';
import { TRADING_MODES, type TradingMode } from '../domain/trading-mode.ts';
import { DataModeError, holdDataMode } from './data-mode.ts';
import { createDirectoryFacts } from './directory-facts.ts';

const DIRECTORY = '/data';
const databases = storePerTest();

/** Takes the mode as a service does that has just started. */
const held = (mode: TradingMode) => holdDataMode(createDirectoryFacts(databases.reopen()), DIRECTORY, mode);

describe.each(TRADING_MODES)('a directory of mode %s', (mode) => {
	test('is accepted in the same mode after a restart', async () => {
		await held(mode);
		await expect(held(mode)).resolves.toBeUndefined();
	});

	test.each(TRADING_MODES.filter((other) => other !== mode))('is refused in mode %s', async (other) => {
		await held(mode);
		await expect(held(other)).rejects.toThrow(
			new DataModeError(
				`The data directory ${DIRECTORY} belongs to ${mode} mode and cannot be used in ${other} mode: simulated, paper, testnet and real money never share a directory. Choose another --data-dir, or --mode ${mode}.`,
			),
		);
	});
});
