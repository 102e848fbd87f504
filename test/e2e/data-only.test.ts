/**
 * Tests a read-only exchange together with two traded exchanges, in paper and live mode, started as users start the
 * service. Only the transport is redirected. Requests to the traded exchanges go to simulated exchanges; requests to
 * the read-only exchange go to a server that responds as that exchange documents. The tests run in order, and each
 * starts from the state that the previous test left.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ZERO } from '../../src/domain/decimal.ts';
import { DOCUMENTED_VENUES } from '../venue/documented-bodies.ts';
import { type DocumentedExchange, startDocumentedExchange } from '../venue/documented-exchange.ts';
import { type Fixture, openFixture, type Service, VENUES } from './fixture.ts';
import { until } from './polling.ts';
import {
	allOpportunities,
	closeAndEnd,
	hedgedSize,
	openableOpportunities,
	openOnce,
	untilStatus,
} from './trading.ts';
import type { Opportunity } from './wire.ts';

const READ = 'gate';
const AMOUNT_USD = 1_200;
const POLL = { periodMs: 250 };

let exchanges: Fixture;
let read: DocumentedExchange;
let fixture: Fixture;
let service: Service;
let token = '';

const documented = DOCUMENTED_VENUES.find(({ venue }) => venue === READ);
const answers = () => documented?.answers(Date.now()) ?? {};

function modeFixture(mode: 'paper' | 'live'): Fixture {
	const redirect = VENUES.map((venue) => `${venue}=${exchanges.simulator(venue).port}`);
	return openFixture({
		mode,
		auth: { admitEverybody: true },
		venues: [...VENUES, READ],
		transport: { redirect: [...redirect, `${READ}=${read.port}`] },
	});
}

beforeAll(async () => {
	exchanges = openFixture();
	await exchanges.simulate();
	// The read-only exchange does not respond at first; trading must not wait for it.
	read = await startDocumentedExchange({
		answers: {},
		...(documented === undefined ? {} : { onMessage: documented.onMessage }),
	});
	fixture = modeFixture('paper');
	service = await fixture.serve();
	token = await fixture.token('arb:read arb:trade exchange:connect');
});

afterAll(async () => {
	await fixture[Symbol.asyncDispose]();
	await read[Symbol.asyncDispose]();
	await exchanges[Symbol.asyncDispose]();
});

type PairRow = {
	readonly exchangepair: string;
	readonly data_only: readonly string[];
	readonly active: boolean;
	readonly reason: string | null;
};
type Status = {
	readonly active: boolean;
	readonly reason: string | null;
	readonly exchanges: readonly {
		readonly exchange: string;
		readonly market_data: string;
		readonly data_only: boolean;
		readonly needs: readonly { readonly need: string; readonly met: string; readonly how: string }[];
	}[];
};

const statusOf = (pair: string): Promise<Status> =>
	service.call<Status>('check_pair_status', { exchangepair: pair }, token);
const ofRead = ({ exchanges: rows }: Status) => rows.find(({ exchange }) => exchange === READ);

async function tradeOnce(): Promise<void> {
	const [opportunity] = (await openableOpportunities(service, AMOUNT_USD)).filter(
		({ long_venue, short_venue }) => long_venue !== READ && short_venue !== READ,
	);
	const params = {
		opportunity_id: opportunity?.opportunity_id,
		amount: AMOUNT_USD,
		mode: 'single-direct',
	};
	const { execution_id } = await openOnce(service, token, params);
	const running = await untilStatus(service, token, execution_id, ['running', 'closed', 'failed']);
	expect(running.execution.status).toBe('running');
	expect(hedgedSize(running)).toBeGreaterThan(ZERO);
	expect((await closeAndEnd(service, token, execution_id)).execution.status).toBe('closed');
}

test('while the read-only exchange is silent, the service is ready, reports only that exchange, and trades', async () => {
	expect((await fetch(`${service.url}/ready`)).status).toBe(200);
	const status = await statusOf(`bybit-${READ}`);
	expect(status).toMatchObject({ active: false });
	expect(ofRead(status)).toMatchObject({ market_data: 'down', data_only: true });
	expect(status.reason).toContain(`The service reads data from ${READ} but does not trade there.`);
	expect(await statusOf('bybit-kucoin')).toMatchObject({ active: true });
	await tradeOnce();
});

const onRead = async (): Promise<Opportunity | undefined> =>
	(await allOpportunities(service)).find(
		({ long_venue, short_venue, base }) => base === 'BTC' && [long_venue, short_venue].includes(READ),
	);

test('once the read-only exchange answers, its pairs are listed and marked', async () => {
	read.answer(answers());
	const listed = await until({ ...POLL, what: `an opportunity on ${READ}` }, onRead);
	expect(listed.guards).toContain('DATA_ONLY');
	expect(listed.reasons).toContainEqual(expect.objectContaining({ code: 'DATA_ONLY' }));
	const pairs = await service.call<readonly PairRow[]>('exchange_pair', {}, token);
	expect(Object.fromEntries(pairs.map(({ exchangepair, data_only }) => [exchangepair, data_only]))).toEqual({
		'bybit-gate': [READ],
		'bybit-kucoin': [],
		'gate-kucoin': [READ],
	});
	for (const { active, reason, data_only } of pairs)
		if (data_only.length > 0)
			expect([active, reason]).toEqual([false, expect.stringContaining('does not trade there')]);
	const row = await until({ ...POLL, what: `fresh data of ${READ}` }, async () => {
		const found = ofRead(await statusOf(`bybit-${READ}`));
		return found?.market_data === 'fresh' ? found : undefined;
	});
	expect(row).toMatchObject({ data_only: true, connected: false });
	const needs = row.needs;
	expect(
		Object.fromEntries(needs.filter(({ met }) => met !== 'yes').map(({ need, met }) => [need, met])),
	).toEqual(documented?.notWhole);
});

test('refuses an order at the read-only exchange with its code, and has no account there', async () => {
	for (const preview of [true, false]) {
		// Soon after the start, an opportunity may still reverse its direction, which changes its id. The test then
		// uses the new id.
		const refused = await until({ ...POLL, what: 'an order at the read-only exchange' }, async () => {
			const listed = await onRead();
			if (listed === undefined) return undefined;
			const params = { opportunity_id: listed.opportunity_id, amount: AMOUNT_USD, mode: 'single-direct' };
			const { error } = await service.answer('execute_opportunity', { ...params, preview }, token);
			return error?.data.code === 'OPPORTUNITY_EXPIRED' ? undefined : error?.data;
		});
		expect(refused).toMatchObject({
			code: 'EXCHANGE_NOT_TRADED',
			message: `The service reads data from ${READ} but does not trade there.`,
			retryable: false,
		});
	}
	const accounts = await service.call<readonly { readonly exchange: string }[]>(
		'account_exchange_pair',
		{},
		token,
	);
	expect(accounts.map(({ exchange }) => exchange)).toEqual([...VENUES]);
});

type Finding = {
	readonly area: string;
	readonly state: string;
	readonly said: string;
	readonly todo: string | null;
};

async function doctorOf(place: Fixture): Promise<readonly Finding[]> {
	const { stdout } = await place.run('doctor', '--json');
	return (JSON.parse(stdout) as { readonly findings: readonly Finding[] }).findings;
}

const ofReadAlone = (findings: readonly Finding[]): readonly Finding[] =>
	findings.filter(({ said }) => said.startsWith(`${READ}: `));

test('the doctor reports that the exchange is read-only and lists the missing data', async () => {
	const lines = ofReadAlone(await doctorOf(fixture));
	expect(lines.map(({ said }) => said)).toContain(
		`${READ}: the service reads its data but does not trade there; it does not provide ${Object.keys(documented?.notWhole ?? {}).join(', ')}`,
	);
	expect(lines.filter(({ area }) => area === 'exchanges').map(({ state }) => state)).toEqual(
		Array.from({ length: 4 }, () => 'ok'),
	);
});

test('trading does not wait for the read-only exchange when it is down again', async () => {
	read.answer({});
	await until({ ...POLL, what: 'its data to be stale' }, async () =>
		ofRead(await statusOf(`bybit-${READ}`))?.market_data === 'fresh' ? undefined : true,
	);
	expect((await fetch(`${service.url}/ready`)).status).toBe(200);
	await tradeOnce();
	const findings = await doctorOf(fixture);
	expect(findings.filter(({ state }) => state === 'FAIL')).toEqual([]);
	const [unread] = ofReadAlone(findings).filter(
		({ state, area }) => state === 'warn' && area === 'exchanges',
	);
	expect(unread?.said).toContain('its instruments could not be read');
	expect(unread?.todo).toContain('trading does not depend on it');
});

test('in live, reads the exchange beside the two traded ones, and accepts no key for it', async () => {
	await service.process.end('SIGTERM');
	await using live = modeFixture('live');
	const refused = await live.run('serve', '--port', '0', '--live', [...VENUES, READ].join(','));
	expect(refused.exit).toBe(2);
	expect(refused.stderr).toContain(`--live ${VENUES.join(',')}`);
	service = await live.serve('--live', VENUES.join(','));
	token = await live.token('arb:read arb:trade exchange:connect');
	read.answer(answers());
	await until({ ...POLL, what: `an opportunity on ${READ}` }, async () =>
		(await allOpportunities(service)).find(({ guards }) => guards.includes('DATA_ONLY')),
	);
	const { error } = await service.answer(
		'connect_exchange',
		{ exchange: READ, api_key: 'some-key-of-mine', api_secret: 'some-secret-of-mine' },
		token,
	);
	expect(error?.data).toMatchObject({ code: 'INVALID_PARAMS', retryable: false });
	expect(error?.data.message).toContain('which is data-only');
});
