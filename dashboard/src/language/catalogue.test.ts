/** Checks that a page writes the service's sentences as the service does, in English with decimal points. */
import { beforeAll, describe, expect, test } from 'vitest';
import { OPPORTUNITY_DETAIL_EXAMPLE, OPPORTUNITY_EXAMPLE } from '../../../src/api/rpc/opportunity-example.ts';
import { wordsRecord } from '../../../src/api/rpc/record-fields.ts';
import { parseDecimal } from '../../../src/domain/decimal.ts';
import { encodeExactJson } from '../../../src/domain/exact-json.ts';
import { ATTENTION_TEXT, EXIT_TEXT } from '../../../src/engine/decide/text.ts';
import { GUARD_TEXT } from '../../../src/opportunities/guard-text.ts';
import { DETAIL_TEXT, FORECAST_TEXT, RECORD_TEXT } from '../../../src/opportunities/text.ts';
import { joined, type SentenceRecord, type Words } from '../../../src/sentences/sentence.ts';
import { setReaderFormat } from '../figures/reader-format.ts';
import { sentenceText } from './catalogue.ts';

const AT = Date.UTC(2026, 10, 21, 8, 30, 5);
const LEG = 'Bybit SOLUSDT';
const CONTRACT = { exchange: 'Bybit', symbol: 'SOLUSDT' };
const LEGS = [LEG, 'KuCoin SOLUSDTM'];
const QUOTES = { long: 'USDC', short: 'USDT' };

/** One sentence of each guard, with large, small and unknown figures. */
const GUARDS: readonly Words[] = [
	GUARD_TEXT.maintenanceRuns({ exchange: 'Bybit', until: null, title: 'Upgrade' }),
	GUARD_TEXT.maintenancePlanned({ exchange: 'Bybit', planned: null }),
	GUARD_TEXT.transfersSuspended({
		exchange: 'Bybit',
		quote: 'USDT',
		suspended: ['deposits', 'withdrawals'],
	}),
	GUARD_TEXT.notTradable({ leg: LEG, problems: ['It is being settled.', RECORD_TEXT.bookMissing()] }),
	GUARD_TEXT.delisting({ exchange: 'Bybit', symbol: 'SOLUSDT', at: null }),
	GUARD_TEXT.tickerStale({ leg: LEG, receivedAt: null, limitMs: 5_000 }),
	GUARD_TEXT.bookStale({ leg: LEG, receivedAt: null, limitMs: 800 }),
	GUARD_TEXT.bookMissing({ leg: LEG }),
	GUARD_TEXT.bookEmpty({ leg: LEG }),
	GUARD_TEXT.bookCrossed({ leg: LEG, bid: parseDecimal('65000.5'), ask: parseDecimal('64999.123456') }),
	GUARD_TEXT.fundingMissing({ leg: LEG, problems: [] }),
	GUARD_TEXT.clockPast({ exchange: 'Bybit', symbol: 'SOLUSDT', nextAt: null }),
	GUARD_TEXT.settlementNear({ leg: LEG, inSeconds: -20, uncertaintyMs: 20_000 }),
	GUARD_TEXT.rateCapped({
		leg: LEG,
		rate: parseDecimal('-0.0031'),
		floor: parseDecimal('-0.003'),
		cap: null,
	}),
	GUARD_TEXT.markDiverged({ leg: LEG, off: parseDecimal('-0.0201') }),
	GUARD_TEXT.headlineTooGood({ yearly: parseDecimal('5.11'), limit: parseDecimal('5') }),
	GUARD_TEXT.legTooGood({ leg: LEG, yearly: parseDecimal('5.001'), limit: parseDecimal('5') }),
	GUARD_TEXT.pricesApart({ legs: LEGS }),
	GUARD_TEXT.otherMultiple({ what: 'index', legs: LEGS, multiple: '1000' }),
	GUARD_TEXT.twoCoins({
		what: 'mid',
		legs: LEGS,
		apart: parseDecimal('0.0201'),
		limit: parseDecimal('0.02'),
	}),
	GUARD_TEXT.nameMismatch({
		coin: 'SOL',
		names: [
			{ exchange: 'Bybit', name: 'Solana' },
			{ exchange: 'KuCoin', name: null },
		],
	}),
	GUARD_TEXT.quoteUnknown({ ...QUOTES, reason: RECORD_TEXT.quoteRateUnknown() }),
	GUARD_TEXT.quoteStale({ ...QUOTES, receivedAt: null, limitMs: 5_000 }),
	GUARD_TEXT.quoteApart({ ...QUOTES, rate: parseDecimal('0.97'), limit: parseDecimal('0.005') }),
	GUARD_TEXT.tooSmall({ amount: parseDecimal('1000'), minAmount: parseDecimal('1113.4') }),
	GUARD_TEXT.thinBook({ leg: LEG, coins: parseDecimal('12345.678912'), coin: 'SOL', when: 'exit' }),
];

/** Reasons of records with figures or sentences as facts. */
const REASONS: readonly Words[] = [
	RECORD_TEXT.belowOneLot({ minAmount: parseDecimal('0.05') }),
	RECORD_TEXT.basisMeanUnknown({ count: 3, required: 60 }),
	RECORD_TEXT.neverKnown({ what: 'expected_net' }),
	DETAIL_TEXT.historyUnread({ leg: LEG, failure: RECORD_TEXT.noInput() }),
	DETAIL_TEXT.notGiven({ exchange: 'Bybit', symbol: 'SOLUSDT', problems: ['The mark is 0.'] }),
	DETAIL_TEXT.settlementsCut({ shown: 10, total: 40 }),
	FORECAST_TEXT.noCommonHours({
		legs: [
			{ leg: LEG, count: 0, failure: null },
			{ leg: 'KuCoin SOLUSDTM', count: 2, failure: 'No answer.' },
		],
	}),
];

/** Reasons of exit rules. */
const EXITS: readonly Words[] = [
	EXIT_TEXT.nearLiquidation({
		distance: EXIT_TEXT.liquidation({
			leg: 'long',
			instrument: LEG,
			distance: parseDecimal('0.117647'),
			left: parseDecimal('0.29'),
		}),
		isHalved: true,
	}),
	EXIT_TEXT.profit({ rule: 'take_profit_pct', pct: parseDecimal('2.5'), limit: parseDecimal('2') }),
	EXIT_TEXT.profit({ rule: 'stop_loss_pct', pct: null, limit: parseDecimal('-2') }),
	EXIT_TEXT.interval({ instrument: LEG, now: 3_600_000, planned: 28_800_000 }),
	EXIT_TEXT.divergence({ instrument: LEG, share: parseDecimal('0.03'), ms: 60_000 }),
	EXIT_TEXT.reversal({ ms: 600_000 }),
	EXIT_TEXT.spreadFaded({ apr: parseDecimal('0.0328'), limit: parseDecimal('5'), ms: 1_800_000 }),
];

/** Reasons for manual attention. */
const ATTENTION: readonly Words[] = [
	ATTENTION_TEXT.unlisted({ ...CONTRACT, missing: parseDecimal('12.00000001'), alike: 'SOLUSDX' }),
	ATTENTION_TEXT.unmanaged({ ...CONTRACT, coins: parseDecimal('0.5') }),
	ATTENTION_TEXT.marginMode({ instrument: LEG, actual: 'cross', planned: 'isolated' }),
	ATTENTION_TEXT.leverage({ instrument: LEG, actual: parseDecimal('12.5'), planned: parseDecimal('3') }),
	ATTENTION_TEXT.noPrice({ exchanges: ['Bybit', 'KuCoin'] }),
	ATTENTION_TEXT.stuck({ leg: 'short', tries: 5, last: ATTENTION_TEXT.emptyBook() }),
	ATTENTION_TEXT.untradable({
		code: 'NOT_TRADABLE',
		why: joined([
			ATTENTION_TEXT.notListed(CONTRACT),
			ATTENTION_TEXT.refusedContract({ ...CONTRACT, why: null }),
			ATTENTION_TEXT.notTrading({ ...CONTRACT, why: '' }),
		]),
	}),
];

type Pair = { readonly message: string; readonly sentence: SentenceRecord };

/** Returns the sentence as a page receives it. */
function received(words: Words): Pair {
	return JSON.parse(encodeExactJson(wordsRecord(words)) as string) as Pair;
}

beforeAll(() => setReaderFormat('point', 'UTC'));

describe('a page writes as the service does', () => {
	test.each([...GUARDS, ...REASONS, ...EXITS, ...ATTENTION].map(received))(
		'$message',
		({ message, sentence }) => {
			expect(sentenceText(sentence)).toBe(message);
		},
	);

	test.each([OPPORTUNITY_EXAMPLE, OPPORTUNITY_DETAIL_EXAMPLE])('the reasons of the example $#', ({ net }) => {
		expect(
			net.reason_sentences.map((sentence) => sentenceText(sentence as unknown as SentenceRecord)),
		).toEqual(net.reasons);
	});

	test('a time is a fact, which each page writes in its own form', () => {
		const { sentence } = received(GUARD_TEXT.delisting({ exchange: 'Bybit', symbol: 'SOLUSDT', at: AT }));
		expect(sentenceText(sentence)).toMatch(/^Bybit will delist SOLUSDT on .*8:30/);
	});
});
