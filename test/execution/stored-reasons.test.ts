/**
 * Tests that a reason with figures survives the journal: its facts suffice to write it again, in English exactly as it
 * was stored and in Spanish with other words.
 */
import { expect, test } from 'vitest';
import { parseDecimal as d } from '../../src/domain/decimal.ts';
import { spoken, writerWith } from '../../src/domain/english.ts';
import { EXECUTION_EVENT_VERSION } from '../../src/domain/event.ts';
import { decodePayload, encodePayload } from '../../src/domain/journal-codec.ts';
import { withStoredReason } from '../../src/domain/journal-reason.ts';
import { upcastExecutionEvent } from '../../src/domain/journal-upcast.ts';
import { sentenceWriter } from '../../src/domain/sentence-writing.ts';
import { LEG_REASON_TEXT, PHASE_TEXT } from '../../src/domain/stored-reason.ts';
import { attention } from '../../src/sentences/attention.ts';
import { close } from '../../src/sentences/close.ts';
import { exit } from '../../src/sentences/exit.ts';
import { legReason, phase } from '../../src/sentences/reason.ts';
import type { Sentence } from '../../src/sentences/sentence.ts';
import { SPANISH } from '../../src/sentences/spanish.ts';
import { ticker } from '../../src/sentences/ticker.ts';

const EXIT = spoken('exit', exit);
const CLOSE = spoken('close', close);
const ATTENTION = spoken('attention', attention);
const TICKER = spoken('ticker', ticker);
const { unwinding, canceled, nothingOpened, closedWhole, outOfTime, answersAgain, emergencyHedge, rolledTo } =
	PHASE_TEXT;
const AT = Date.UTC(2026, 10, 21, 8, 30);
const CONTRACT = { exchange: 'Bybit', symbol: 'SOLUSDT' };
const instrument = 'Bybit SOLUSDT';
const distance = EXIT.liquidation({ leg: 'long', instrument, distance: d('0.1176'), left: null });

type Name = keyof typeof exit | keyof typeof attention | keyof typeof phase | keyof typeof legReason;

/** One sentence of each name. A new sentence does not compile without one. */
const REASONS: Readonly<Record<Name, Sentence>> = {
	liquidation: distance,
	nearLiquidation: EXIT.nearLiquidation({ distance, isHalved: false }),
	delisting: EXIT.delisting({ instrument, at: AT }),
	maxHours: EXIT.maxHours(),
	maxEpochs: EXIT.maxEpochs({ epochs: 3 }),
	profit: EXIT.profit({ rule: 'stop_loss_pct', pct: d('-2.004'), limit: d('-2') }),
	interval: EXIT.interval({ instrument, now: 3_600_000, planned: 28_800_000 }),
	bound: EXIT.bound({ instrument }),
	divergence: EXIT.divergence({ instrument, share: d('0.03'), ms: 60_000 }),
	dataLost: EXIT.dataLost({ instrument, ms: 1_800_000 }),
	reversal: EXIT.reversal({ ms: 600_000 }),
	spreadFaded: EXIT.spreadFaded({ apr: d('-0.01'), limit: d('1000.5'), ms: 1_800_000 }),
	netFaded: EXIT.netFaded({ apr: d('0.0123'), limit: d('5'), ms: 600_000 }),
	unlisted: ATTENTION.unlisted({ ...CONTRACT, missing: d('12345.6'), alike: null }),
	unmanaged: ATTENTION.unmanaged({ ...CONTRACT, coins: d('0.5') }),
	unexplained: ATTENTION.unexplained(CONTRACT),
	manualTrade: ATTENTION.manualTrade(CONTRACT),
	marginMode: ATTENTION.marginMode({ instrument, actual: 'cross', planned: 'isolated' }),
	leverage: ATTENTION.leverage({ instrument, actual: d('10'), planned: d('2') }),
	noPrice: ATTENTION.noPrice({ exchanges: ['Bybit', 'KuCoin'] }),
	stuck: ATTENTION.stuck({ leg: 'short', tries: 5, last: '110007: Balance is not enough.' }),
	emptyBook: ATTENTION.emptyBook(),
	untradable: ATTENTION.untradable({ code: 'NOT_TRADABLE', why: ATTENTION.notListed(CONTRACT) }),
	refusedContract: ATTENTION.refusedContract({ ...CONTRACT, why: null }),
	notListed: ATTENTION.notListed(CONTRACT),
	notTrading: ATTENTION.notTrading({ ...CONTRACT, why: TICKER.delisted({ exchange: 'Bybit' }) }),
	repeatedRecord: ATTENTION.repeatedRecord({ ...CONTRACT, at: AT, booked: 'r1', other: 'r2' }),
	unwinding: unwinding({ why: distance }),
	canceled: canceled({ why: EXIT.maxHours() }),
	nothingOpened: nothingOpened({ why: EXIT.maxHours() }),
	closedWhole: closedWhole({ why: CLOSE.smallRest({ rest: d('0.1'), coin: 'SOL', least: d('1') }) }),
	outOfTime: outOfTime({ ms: 90_000 }),
	answersAgain: answersAgain({ exchange: 'Bybit' }),
	emergencyHedge: emergencyHedge({ from: 'exec_1', exchange: 'Bybit' }),
	rolledTo: rolledTo({ to: 'exec_2', leg: 'short', exchange: 'OKX' }),
	openingRejected: LEG_REASON_TEXT.openingRejected({ leg: 'long', why: '110007: Balance is not enough.' }),
	rejected: LEG_REASON_TEXT.rejected({ leg: 'short', why: null }),
	unwindRejected: LEG_REASON_TEXT.unwindRejected({ leg: 'long', why: '110007: Balance is not enough.' }),
	unwindUnfilled: LEG_REASON_TEXT.unwindUnfilled({ leg: 'short' }),
	reduced: LEG_REASON_TEXT.reduced({ cause: 'adl', leg: 'long' }),
};

const inEnglish = sentenceWriter({ attention, close, exit, legReason, phase, ticker }, writerWith);
const inSpanish = sentenceWriter(SPANISH, writerWith);

test.each(Object.entries(REASONS))('%s', (_name, reason) => {
	const stored = encodePayload(withStoredReason({ kind: 'hand', reason }));
	const event = upcastExecutionEvent('AttentionRaised', EXECUTION_EVENT_VERSION, decodePayload(stored));
	const read = (event as { readonly reason: Sentence }).reason;
	expect(read).toStrictEqual(reason);
	expect(inEnglish(read)).toBe(reason.text);
	const spanish = inSpanish(read);
	expect(spanish).not.toBe(reason.text);
	expect(spanish).not.toMatch(/undefined|null|NaN|\[object/);
});

test('writes large figures as the journal always has: without grouped digits', () => {
	expect(REASONS.unlisted.text).toContain('the position of 12345.6 coins');
	expect(REASONS.spreadFaded.text).toContain('below 1000.5 % a year');
});
