/** Tests that a running service replays its own recordings, while it still writes to them. */
import { inspect } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordPaperRun } from '../support/recorded-paper-run.ts';
import { type Fixture, openFixture, type Service } from './fixture.ts';
import { until } from './polling.ts';

const MINUTE_MS = 60_000;
/** An earlier service recorded for half an hour, and ended two minutes ago. */
const UNTIL = Date.now() - 2 * MINUTE_MS;
const FROM = UNTIL - 20 * MINUTE_MS;

type Job = { readonly replay_id: string; readonly status: string; readonly reason: string | null };
type Summary = {
	readonly complete: boolean;
	readonly settings: { readonly exchanges: readonly string[]; readonly until: string };
};

let fixture: Fixture;
let service: Service;
let token: string;

beforeAll(async () => {
	fixture = openFixture();
	await recordPaperRun({
		...{ directory: fixture.dataDir, from: FROM, until: UNTIL, depositUsd: 10_000, bookMs: 1_000 },
		...{ venues: ['bybit', 'okx'], coins: ['SOL', 'AVAX'], policy: async () => {} },
	});
	service = await fixture.serve();
	token = await fixture.token('replay:run');
});

afterAll(() => fixture[Symbol.asyncDispose]());

/** Starts a replay of the service's recordings, and returns its summary once it has ended. */
async function replayed(span: object): Promise<Summary> {
	const params = { data: 'recordings', policy: 'top-headline', compare: false, ...span };
	const { replay_id: id } = await service.call<Job>('replay_start', params, token);
	const job = await until({ what: 'the end of the replay', periodMs: 100 }, async () => {
		const { replays } = await service.call<{ readonly replays: readonly Job[] }>(
			'replay_status',
			{ replay_id: id },
			token,
		);
		return replays.find(({ status }) => status !== 'queued' && status !== 'running');
	});
	expect([job.status, job.reason]).toEqual(['complete', undefined]);
	const { summary } = await service.call<{ readonly summary: Summary }>(
		'replay_result',
		{ replay_id: id },
		token,
	);
	return summary;
}

test('replays a span of its recordings at grade A', async () => {
	const span = { from: new Date(FROM).toISOString(), until: new Date(UNTIL).toISOString() };
	const summary = await replayed(span);
	expect(summary).toMatchObject({
		complete: true,
		settings: { data: ['recordings'], grade: 'A', exchanges: ['bybit', 'okx'], ...span },
	});
	expect(inspect(summary, { depth: null })).not.toContain(fixture.dataDir);
});

test('replays all of its recordings, with an exchange that the earlier service did not record', async () => {
	const { complete, settings } = await replayed({});
	expect(complete).toBe(true);
	expect(settings.exchanges).toEqual(['bybit', 'kucoin', 'okx']);
	expect(Date.parse(settings.until)).toBeGreaterThan(UNTIL + MINUTE_MS);
});
