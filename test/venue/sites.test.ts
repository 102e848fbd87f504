/**
 * Tests an account at a regional site of its exchange, which is unknown at the main site and fully usable at the
 * configured one.
 */

import { expect, test } from 'vitest';
import type { VenueSite } from '../../src/domain/venue-sites.ts';
import { SILENT_LOGGER } from '../../src/ports/logger.ts';
import type { AccountHint } from '../../src/ports/venue.ts';
import { systemClock as clock } from '../../src/runtime/clock.ts';
import { systemRandom as random } from '../../src/runtime/random.ts';
import { TESTABLE_VENUES, type TradedVenue } from '../../src/venues/facts.ts';
import { moduleOf } from '../../src/venues/modules.ts';
import { openVenueMarketData } from '../../src/venues/shared/market-data.ts';
import { createSharedAddress } from '../../src/venues/shared/shared-address.ts';
import { openVenueTrading } from '../../src/venues/shared/trading.ts';
import { startSimulator } from '../conformance/harness.ts';
import { mainHostsOf } from '../support/venue-hosts.ts';
import { credentialsOf } from './fixture.ts';

const HOSTS = ['rest.example', 'public.example', 'private.example'];
/** The main site's message when it refuses the key. */
const UNKNOWN: Readonly<Partial<Record<TradedVenue, RegExp>>> = {
	bybit:
		/\(10003\)\. A key of another site \(bybit\.eu, .+\) works only there\. To use it, set hosts\.bybit; see docs\/modes\.md\.$/,
	binance: /\(-201[45]\)$/,
	okx: /\(50111\)\. A key of another site \(my\.okx\.com, app\.okx\.com\) works only there\. To use it, set hosts\.okx;/,
	hyperliquid: /has not approved the wallet of this key|Nobody has an account/,
};
const ELSEWHERE: VenueSite = {
	hosts: {
		rest: 'https://rest.example',
		publicStream: 'wss://public.example',
		privateStream: 'wss://private.example',
	},
	isTest: false,
};

test.each(TESTABLE_VENUES)(
	'%s: refuses a key of another site at the main one and serves it at its own',
	async (venue) => {
		await using simulator = await startSimulator({
			exchange: venue,
			settleInSeconds: 3_000,
			// Binance gives information about keys on a separate host that does not belong to the site.
			args: ['--hosts', [...HOSTS, ...(venue === 'binance' ? ['api.binance.com'] : [])].join(',')],
		});
		const account = await simulator.createAccount('elsewhere', { deposit: '10000' });
		const parts = {
			module: moduleOf(venue),
			clock,
			random,
			log: SILENT_LOGGER,
			redirect: { port: simulator.port },
			sharedAddress: createSharedAddress(clock),
		};
		const data = openVenueMarketData({ ...parts, site: ELSEWHERE });
		const instruments = await data.loadInstruments();
		const open = (site: VenueSite) =>
			openVenueTrading({
				...parts,
				site,
				credentials: credentialsOf(account),
				instrumentOf: (symbol) => instruments.find((one) => one.symbol === symbol),
				clockOffsetMs: () => 0,
			});
		const main = open({ hosts: mainHostsOf(venue), isTest: false });
		await expect(main.balance()).rejects.toMatchObject({
			kind: 'rejected',
			message: expect.stringMatching(UNKNOWN[venue] ?? 'a sentence of this exchange'),
		});
		await main.close();

		const own = open(ELSEWHERE);
		const heard: AccountHint[] = [];
		own.watchAccount((hint) => heard.push(hint));
		expect((await own.describeKey()).canTrade).toBe(true);
		expect((await own.balance()).available > 0n).toBe(true);
		while (heard.length === 0) await simulator.admin('POST', '/accounts/elsewhere/deposit', { amount: '1' });
		await new Promise<void>((resolve) => {
			const feed = data.streamBooks([instruments[0]?.symbol ?? ''], {
				onBook: () => void feed.close().then(resolve),
				onDown: () => {},
			});
		});
		await own.close();
		await data.close();
		const { askedHosts } = (await simulator.admin('GET', '/status')) as {
			readonly askedHosts: readonly string[];
		};
		expect(askedHosts).toEqual(expect.arrayContaining(HOSTS));
	},
);
