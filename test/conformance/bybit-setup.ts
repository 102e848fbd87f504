/** Sets up the Bybit conformance tests: a simulator, an account, its true state and a ccxt process. */
import { expect } from 'vitest';
import { openTruth, type Truth } from './bybit-truth.ts';
import {
	CcxtError,
	type CcxtHandle,
	type CcxtProcess,
	type Simulator,
	type SimulatorAccount,
	startCcxt,
	startSimulator,
} from './harness.ts';

/** Time until the first scheduled settlement, long enough that none falls within a test. */
const SETTLE_IN_SECONDS = 3_600;

export type BybitSetup = {
	readonly simulator: Simulator;
	readonly account: SimulatorAccount;
	readonly truth: Truth;
	readonly ccxt: CcxtProcess;
	/**
	 * Opens a ccxt instance without throttling, with an account's keys. It loads linear markets only unless `config`
	 * says otherwise.
	 */
	open(
		keys: Pick<SimulatorAccount, 'key' | 'secret'>,
		options?: { readonly pro?: boolean; readonly config?: Readonly<Record<string, unknown>> },
	): Promise<CcxtHandle>;
	close(): Promise<void>;
};

export async function startBybit(): Promise<BybitSetup> {
	const simulator = await startSimulator({ exchange: 'bybit', settleInSeconds: SETTLE_IN_SECONDS });
	const account = await simulator.createAccount('conformance');
	const truth = openTruth(simulator, account);
	const ccxt = startCcxt();
	return {
		simulator,
		account,
		truth,
		ccxt,
		open: (keys, { pro = false, config = {} } = {}) =>
			ccxt.open({
				exchange: 'bybit',
				pro,
				config: {
					apiKey: keys.key,
					secret: keys.secret,
					enableRateLimit: false,
					options: { fetchMarkets: { types: ['linear'] } },
					...config,
				},
				hosts: simulator.hosts,
			}),
		async close() {
			truth.close();
			await ccxt[Symbol.asyncDispose]();
			await simulator[Symbol.asyncDispose]();
		},
	};
}

/** Asserts that the call fails with this ccxt class, and with this `retCode` in the exchange's response body. */
export async function expectRefusal(
	call: Promise<unknown>,
	ccxtClass: string,
	retCode: number,
): Promise<void> {
	const error: unknown = await call.then(
		(result) => result,
		(thrown: unknown) => thrown,
	);
	expect(error).toBeInstanceOf(CcxtError);
	const { classes, body, message } = error as CcxtError;
	expect({ ccxtClass: classes[0], retCode: body?.retCode }, message).toEqual({ ccxtClass, retCode });
}
