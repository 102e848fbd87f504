/** Tests ledger downloads: the file format, back-pressure, and isolation from other requests. */
import { get, type IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { csvField, EXPORTS_AT_ONCE_MAX } from '../../src/api/http/export-routes.ts';
import { parseDecimal as d } from '../../src/domain/decimal.ts';
import type { LedgerExport, LedgerRow } from '../../src/ports/ledger-export.ts';
import { NOW_MS } from './in-memory-trading.ts';
import { send, startTestServer, type TestServer } from './test-server.ts';

const CSV = '/export/ledger.csv';

function download(server: TestServer, path = CSV): Promise<IncomingMessage> {
	const headers = { authorization: `Bearer ${server.tokens.read}` };
	return new Promise((resolve, reject) => {
		get(new URL(path, server.url), { headers, agent: false }, resolve).on('error', reject);
	});
}

const ROW: LedgerRow = {
	rowId: '1-0',
	at: NOW_MS,
	exchange: 'bybit',
	symbol: 'SOLUSDT',
	coin: 'SOL',
	executionId: 'exec_0123456789abcdef01234567',
	leg: 'long',
	kind: 'fill',
	cause: 'order',
	side: 'buy',
	quantity: d('1'),
	price: d('100'),
	amount: d('-100'),
	asset: 'USDT',
	usdValue: d('-100'),
	rate: null,
	orderId: null,
	tradeId: 't',
};

/** Creates an endless ledger, and counts the parts that were read and the reads that ended. */
function endless() {
	const seen = { parts: 0, ended: 0 };
	const ledger: LedgerExport = {
		page: () => Promise.reject(new Error('not asked')),
		async *read() {
			try {
				for (;;) {
					seen.parts += 1;
					yield Array.from({ length: 100 }, () => ROW);
				}
			} finally {
				seen.ended += 1;
			}
		},
	};
	return { ledger, seen };
}

test('CSV has a header, exact digits, RFC 4180 line ends and no formulas for a spreadsheet', async () => {
	await using server = await startTestServer();
	const { status, headers, body } = await send(server.url, {
		method: 'GET',
		path: CSV,
		headers: { authorization: `Bearer ${server.tokens.read}` },
	});
	expect([status, headers['content-type'], headers['content-disposition']]).toEqual([
		200,
		'text/csv; charset=utf-8; header=present',
		'attachment; filename="carrywire-ledger.csv"',
	]);
	expect(body.split('\r\n')).toEqual([
		'time,exchange,symbol,coin,execution_id,leg,kind,cause,side,quantity,price,amount,asset,usd_value,funding_rate,order_id,trade_id,trading_mode,row_id',
		`2026-11-20T08:00:00.000Z,bybit,SOLUSDT,SOL,exec_0123456789abcdef01234567,long,fill,order,buy,12,100.000000000000000001,-1200.000000000000000012,USDT,-1200.000000000000000012,,'-7,"'=1+1,""x""",simulated,3-0`,
		`2026-11-20T08:00:00.000Z,bybit,SOLUSDT,SOL,exec_0123456789abcdef01234567,long,fee,order,,,,-0.6,USDT,-0.6,,'-7,"'=1+1,""x""",simulated,3-1`,
		'2026-11-20T08:01:00.000Z,kucoin,SOLUSDTM,SOL,exec_0123456789abcdef01234567,short,funding,,,,,0.12,USDT,0.12,0.0001,,pay_1,simulated,5-0',
		'',
	]);
});

test.each([
	['=1', "'=1"],
	['+1', "'+1"],
	['-1', "'-1"],
	['@a', "'@a"],
	['\ta', "'\ta"],
	['\ra', `"'\ra"`],
	['a"b', '"a""b"'],
	['a\nb', '"a\nb"'],
	['a=1', 'a=1'],
])('writes text %j as %j', (text, written) => {
	expect(csvField('trade_id', text)).toBe(written);
});

test('keeps numbers as numbers', () => {
	expect(csvField('amount', '-1.5')).toBe('-1.5');
	expect(csvField('funding_rate', null)).toBe('');
});

test('reads no faster than the client, answers others meanwhile, and stops when the client leaves', async () => {
	const { ledger, seen } = endless();
	await using server = await startTestServer({ services: { ledger } });
	const answer = await download(server);
	await new Promise((resolve) => answer.once('readable', resolve));
	// The client stops reading here, so the server reads on only until the buffers on both ends are full.
	let before = -1;
	while (seen.parts !== before) {
		before = seen.parts;
		expect((await send(server.url, { method: 'GET', path: '/health' })).status).toBe(200);
	}
	expect(seen.ended).toBe(0);
	const ended = new Promise((resolve) => answer.once('close', resolve));
	answer.destroy();
	await ended;
	while (seen.ended === 0) await send(server.url, { method: 'GET', path: '/health' });
	expect(seen.ended).toBe(1);
});

test(`a user downloads ${EXPORTS_AT_ONCE_MAX} files at a time, and never delays another user`, async () => {
	const { ledger, seen } = endless();
	await using server = await startTestServer({ services: { ledger } });
	const taken = await Promise.all(Array.from({ length: EXPORTS_AT_ONCE_MAX }, () => download(server)));
	const refused = await send(server.url, {
		method: 'GET',
		path: CSV,
		headers: { authorization: `Bearer ${server.tokens.read}` },
	});
	expect([refused.status, refused.headers['retry-after']]).toEqual([429, '5']);
	expect(JSON.parse(refused.body)).toMatchObject({ error: { code: 429, data: { code: 'RATE_LIMITED' } } });
	const other = await new Promise<IncomingMessage>((resolve, reject) => {
		const headers = { authorization: `Bearer ${server.tokens['other-user']}` };
		get(new URL(CSV, server.url), { headers, agent: false }, resolve).on('error', reject);
	});
	expect(other.statusCode).toBe(200);
	for (const answer of [...taken, other]) answer.destroy();
	while (seen.ended < EXPORTS_AT_ONCE_MAX + 1) await send(server.url, { method: 'GET', path: '/health' });
	const again = await download(server);
	expect(again.statusCode).toBe(200);
	again.destroy();
});

test('a failed ledger read never looks like a complete file', async () => {
	const ledger: LedgerExport = {
		page: () => Promise.reject(new Error('not asked')),
		async *read() {
			yield [ROW];
			throw new Error('The disk is gone.');
		},
	};
	await using server = await startTestServer({ services: { ledger } });
	const answer = await download(server);
	answer.resume();
	const outcome = await new Promise((resolve) => {
		answer.once('error', () => resolve('cut'));
		answer.once('end', () => resolve('whole'));
	});
	expect(outcome).toBe('cut');
});

test('public sums require a token when the setting demands it; the time never does', async () => {
	await using server = await startTestServer({ server: { publicFigures: false } });
	const ask = (path: string, token?: string) =>
		send(server.url, {
			method: 'GET',
			path,
			headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
		});
	for (const path of [
		'/metrics',
		'/metrics/volume',
		'/metrics/tvl',
		'/metrics/arbitrage-roi',
		'/metrics/executions/active',
	]) {
		expect((await ask(path)).status, path).toBe(401);
		expect((await ask(path, server.tokens.trade)).status, path).toBe(403);
		expect((await ask(path, server.tokens.read)).status, path).toBe(200);
	}
	expect((await ask('/metrics/timestamp')).status).toBe(200);
});

test('sums without a token cost public credits; downloads cost the token’s credits', async () => {
	await using server = await startTestServer({
		rateLimits: { public: { perSecond: 0.001, burst: 2 }, read: { perSecond: 0.001, burst: 1 } },
	});
	const status = async (path: string, token?: string) =>
		(
			await send(server.url, {
				method: 'GET',
				path,
				headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
			})
		).status;
	const sums = ['/metrics/tvl', '/metrics/volume', '/metrics/timestamp'];
	expect([await status(sums[0] ?? ''), await status(sums[1] ?? ''), await status(sums[2] ?? '')]).toEqual([
		200, 200, 429,
	]);
	expect([await status(CSV, server.tokens.read), await status(CSV, server.tokens.read)]).toEqual([200, 429]);
});
