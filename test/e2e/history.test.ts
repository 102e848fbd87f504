/**
 * Tests the history that the service records for its users: settled funding, estimates and order books. The history
 * is available soon after a start, and complete even after everything was killed. It can be exported as CSV at any
 * time, and a recorder that does not trade collects it too.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { asyncBufferFromFile, parquetMetadataAsync } from 'hyparquet';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Decimal } from '../../src/domain/decimal.ts';
import type { RecordedObservation } from '../../src/domain/recording.ts';
import { listRecordings, recordedObservations } from '../../src/store/recording-files.ts';
import { type Fixture, MAIN, openFixture, type Service, VENUES } from './fixture.ts';
import { until } from './polling.ts';
import { type StartedProcess, startProcess } from './started-process.ts';
import { closeAndEnd, firstDetail, firstFirmOpportunity, openAndRun } from './trading.ts';

const DAY_S = 86_400;
const POLL = { periodMs: 250 };
const AMOUNT_USD = 200;
/** Interval between two samples of a book without orders, milliseconds. */
const SAMPLE_MS = 10_000;

type Detail = {
	readonly avg_spread_30d: Decimal | null;
	readonly funding_history: readonly {
		readonly timestamp: Decimal;
		readonly long_rate: Decimal | null;
		readonly short_rate: Decimal | null;
	}[];
	readonly reasons: readonly { readonly field: string; readonly code: string }[];
};

let fixture: Fixture;
let service: Service;
let recorder: StartedProcess | undefined;

beforeAll(async () => {
	fixture = openFixture();
	service = await fixture.serve();
});

afterAll(async () => {
	await recorder?.end('SIGTERM');
	await fixture[Symbol.asyncDispose]();
});

/** Returns the age of each leg's oldest settled rate, in full days. */
function daysOf({ funding_history: rows }: Detail): readonly [long: number, short: number] {
	const now = Date.now() / 1_000;
	const oldest = (leg: 'long_rate' | 'short_rate'): number => {
		const row = rows.findLast((candidate) => candidate[leg] !== null);
		return row === undefined ? 0 : Math.floor((now - Number(row.timestamp) / 1e18) / DAY_S);
	};
	return [oldest('long_rate'), oldest('short_rate')];
}

const recordings = () => listRecordings(join(fixture.dataDir, 'recordings'));

async function recorded(): Promise<readonly RecordedObservation[]> {
	const all: RecordedObservation[] = [];
	for (const { name } of recordings())
		for await (const observations of recordedObservations(join(fixture.dataDir, 'recordings', name)))
			all.push(...observations);
	return all;
}

/** Kinds of observations that a recording has within the first ten seconds. */
const KINDS = ['run', 'venue', 'notice', 'instrument', 'estimate', 'book', 'volume', 'settled'];

const csv = (to: string, name: string): readonly string[] => {
	const bytes = readFileSync(join(fixture.dataDir, to, name));
	const text = (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
	return text.trimEnd().split('\n');
};

test('a detail has a month of both legs right after the start', async () => {
	// Soon after the start, a request for details waits a few seconds for the exchanges' history and then names the
	// missing part.
	const detail = await until({ what: 'a month of settled funding of both legs', ...POLL }, async () => {
		const found = (await firstDetail<Detail>(service)).detail;
		return found.reasons.some(({ field }) => field === 'funding_history') ? undefined : found;
	});
	for (const days of daysOf(detail)) expect(days).toBeGreaterThanOrEqual(30);
	expect(detail.avg_spread_30d).not.toBeNull();
});

test('records estimates and order books, and exports them while the service runs', async () => {
	await until({ what: 'every kind of observation in the recordings', ...POLL }, async () => {
		const kinds = new Set<string>((await recorded()).map(({ kind }) => kind));
		return KINDS.every((kind) => kinds.has(kind)) || undefined;
	});
	const { exit, stdout, stderr } = await fixture.run(
		'record',
		'export',
		'--to',
		join(fixture.dataDir, 'out'),
	);
	expect([exit, stderr]).toEqual([0, '']);
	expect(stdout.trimEnd().split('\n')).toHaveLength(7);
	const [head, ...rows] = csv('out', 'settled.csv');
	expect(head).toBe('ts_ms,venue,symbol,base,quote,rate,interval_h,mark');
	for (const venue of VENUES)
		expect(rows.filter((row) => row.split(',')[1] === venue).length).toBeGreaterThan(90);
	expect(csv('out', 'recordings/books.csv.gz').length).toBeGreaterThan(VENUES.length);
	for (const name of ['estimates', 'volumes', 'instruments', 'notices'])
		expect(csv('out', `recordings/${name}.csv.gz`).length).toBeGreaterThan(VENUES.length);
	const again = await fixture.run('record', 'export', '--to', join(fixture.dataDir, 'out'));
	expect([again.exit, again.stderr]).toEqual([1, expect.stringContaining('already exists')]);
});

test('records every change of both books around an order', async () => {
	const token = await fixture.token('arb:read arb:trade');
	const opportunity = await firstFirmOpportunity(service);
	const { opened } = await openAndRun(service, token, opportunity, { amount: AMOUNT_USD });
	for (const symbol of [opportunity.long_symbol, opportunity.short_symbol])
		await until({ what: `several books of ${symbol} within seconds`, ...POLL }, async () => {
			const books = (await recorded()).filter((one) => one.kind === 'book' && one.symbol === symbol);
			const gaps = books.slice(1).map(({ at }, index) => at - (books[index]?.at ?? 0));
			return gaps.filter((gap) => gap < SAMPLE_MS / 2).length > 3 || undefined;
		});
	await closeAndEnd(service, token, opened.execution_id);
});

test('all recordings are readable after a kill of everything, and the history is available at once', async () => {
	const before = await recorded();
	await fixture.killEverything(service);
	const after = await recorded();
	expect(after.slice(0, before.length)).toEqual(before);
	service = await fixture.serve();
	for (const days of daysOf((await firstDetail<Detail>(service)).detail))
		expect(days).toBeGreaterThanOrEqual(30);
	await until({ what: 'a recording of the second run', ...POLL }, () =>
		recordings().length > 1 ? true : undefined,
	);
	expect(await service.process.end('SIGTERM')).toBe(0);
});

test('a recorder without a service locks the directory, records, and stops on request', async () => {
	const files = recordings().length;
	const only = ['--venues', VENUES.join()];
	recorder = startProcess(MAIN, ['record', ...only, '--data-dir', fixture.dataDir], fixture.dataDir);
	const { pid } = recorder;
	await until({ what: 'a recording by the recorder', ...POLL, seen: recorder.written }, () =>
		recordings().length > files ? true : undefined,
	);
	expect(recorder.stdout()).toContain('Recording the SIMULATED exchanges bybit, kucoin');
	await until({ what: 'a line of progress', ...POLL, seen: recorder.written }, () =>
		/\d+ estimates and \d+ order books recorded; .*2 of 2 exchanges are answering\./.test(
			recorder?.stdout() ?? '',
		)
			? true
			: undefined,
	);
	const refused = await fixture.run('serve', '--port', '0');
	expect([refused.exit, refused.stderr]).toEqual([
		1,
		expect.stringContaining(`is in use by another service: process ${pid}, recording since`),
	]);
	expect(await recorder.end('SIGTERM')).toBe(0);
	const runs = new Set((await recorded()).flatMap((one) => (one.kind === 'run' ? [one.startedAt] : [])));
	expect(runs.size).toBe(3);
	const to = join(fixture.dataDir, 'end');
	expect((await fixture.run('record', 'export', '--to', to, '--format', 'parquet')).exit).toBe(0);
	const file = await asyncBufferFromFile(join(to, 'recordings', 'books.parquet'));
	expect((await parquetMetadataAsync(file)).num_rows).toBeGreaterThan(BigInt(VENUES.length));
});
