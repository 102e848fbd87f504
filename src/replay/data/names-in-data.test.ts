/** Tests the names that a form suggests for data. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { instrumentOf } from '../../../test/support/hand-driven-market.ts';
import { writeReplayData } from '../../../test/support/replay-data.ts';
import { parseDecimal } from '../../domain/decimal.ts';
import { RECORDING_FORMAT, RECORDING_HEAD } from '../../domain/recording.ts';
import { createRecordingWriter } from '../../domain/recording-writer.ts';
import { namesInData } from './names-in-data.ts';

function folder(): string {
	const path = mkdtempSync(join(tmpdir(), 'carrywire-names-'));
	onTestFinished(() => rmSync(path, { recursive: true, force: true }));
	return path;
}

test('lists the exchanges and coins of settled rates', async () => {
	const data = writeReplayData(join(folder(), 'rates'), 33);
	await expect(namesInData(data)).resolves.toEqual({
		exchanges: ['binance', 'bybit'],
		coins: ['BTC', 'ETH'],
	});
});

test('reads the beginning of each file only', async () => {
	const data = folder();
	const row = (at: number, coin: string) => `${at},okx,${coin},0.0001`;
	const early = Array.from({ length: 10_000 }, (_, at) => row(at, 'BTC'));
	const head = 'ts_ms,venue,base,rate';
	writeFileSync(join(data, 'first.csv'), `${[head, ...early, row(10_000, 'LATE')].join('\n')}\n`);
	writeFileSync(join(data, 'second.csv'), `${[head, row(1, 'sol')].join('\n')}\n`);
	await expect(namesInData(data)).resolves.toEqual({ exchanges: ['okx'], coins: ['BTC', 'SOL'] });
});

test('lists the instruments of the last day of recordings', async () => {
	const data = folder();
	mkdirSync(join(data, 'recordings'));
	for (const [day, coin] of [
		['21', 'OLD'],
		['22', 'SOL'],
	] as const) {
		const at = Date.parse(`2026-11-${day}T08:00:00Z`);
		const writer = createRecordingWriter({ startedAt: at, bookLevels: 20, bookPeriodMs: 10_000 });
		const fees = { taker: parseDecimal('0.0005'), maker: parseDecimal('0.0002') };
		const terms = { instrument: instrumentOf('kucoin', coin), fees, trading: true, delistingAt: null };
		const text = `${RECORDING_HEAD}${RECORDING_FORMAT}\n${writer.begin(at)}${writer.list(at, terms)}`;
		writeFileSync(join(data, 'recordings', `2026-11-${day}T08-000.txt.gz`), gzipSync(text));
	}
	await expect(namesInData(data)).resolves.toEqual({ exchanges: ['kucoin'], coins: ['SOL'] });
});

test('lists nothing for data that cannot be read', async () => {
	const data = folder();
	await expect(namesInData(data)).resolves.toBeUndefined();
	mkdirSync(join(data, 'broken'));
	writeFileSync(join(data, 'broken', 'settled.csv'), 'when,what\n1,2\n');
	await expect(namesInData(join(data, 'broken'))).resolves.toBeUndefined();
	await expect(namesInData(join(data, 'gone'))).resolves.toBeUndefined();
});
