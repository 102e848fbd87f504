/**
 * Compares `proof-table.tsv` with the installed ccxt. The table lists every code and message that ccxt maps, and
 * whether it confirms that an order was refused. A new version of ccxt, or a change in our lists of codes, appears
 * line by line in the table's diff. Review the diff, then run `npx vitest run --project unit
 * src/venues/shared/error-codes.test.ts -u` to update the table.
 */
import { beforeAll, describe, expect, test } from 'vitest';
import { dialectOf } from '../modules.ts';
import { codeProofs } from './error-codes.ts';
import { openCcxt } from './instance.ts';
import { errorClass, outcomeOfError } from './outcome.ts';

/** Address of the request that places an order, for each exchange. */
const VENUES = {
	binance: 'https://fapi.binance.com/fapi/v1/order',
	bybit: 'https://api.bybit.com/v5/order/create',
	kucoin: '/api/v1/orders',
	okx: 'https://www.okx.com/api/v5/trade/order',
	hyperliquid: 'https://api.hyperliquid.xyz/exchange',
} as const;
type Venue = keyof typeof VENUES;

type Mapping = {
	readonly exceptions: Readonly<Record<string, unknown>>;
	readonly handleErrors: (...answer: readonly unknown[]) => unknown;
};

const mappings = new Map<Venue, Mapping>();

beforeAll(async () => {
	for (const venue of Object.keys(VENUES) as Venue[]) {
		const { facts, settings } = dialectOf(venue);
		mappings.set(venue, (await openCcxt(facts.ccxtClass, { settings })) as unknown as Mapping);
	}
});

function mappingOf(venue: Venue): Mapping {
	const mapping = mappings.get(venue);
	if (mapping === undefined) throw new Error(`ccxt's ${venue} was not opened.`);
	return mapping;
}

/** Lists every code and message part that ccxt maps to a class, at any depth. */
function mapped(tree: Readonly<Record<string, unknown>>): readonly string[] {
	return Object.entries(tree).flatMap(([key, value]) =>
		typeof value === 'function' ? [key] : mapped(value as Readonly<Record<string, unknown>>),
	);
}

function answerOf(venue: Venue, key: string): object {
	if (venue === 'hyperliquid')
		return { status: 'ok', response: { type: 'order', data: { statuses: [{ error: key }] } } };
	if (venue === 'bybit') return { retCode: Number(key), retMsg: 'words' };
	if (venue === 'okx') return { code: '1', data: [{ sCode: key, sMsg: 'words', clOrdId: 'c' }], msg: '' };
	return { code: key, msg: 'words' };
}

function errorOf(venue: Venue, key: string): unknown {
	const answer = answerOf(venue, key);
	const body = JSON.stringify(answer);
	try {
		mappingOf(venue).handleErrors(200, 'OK', VENUES[venue], 'POST', {}, body, answer, {}, '');
	} catch (error) {
		return error;
	}
	return undefined;
}

/**
 * Builds the lines of the table: exchange, code or message, the refusal that it confirms (- for none), ccxt's class,
 * and our text for the code.
 */
function rowsOf(venue: Venue): readonly string[] {
	const { errors } = dialectOf(venue);
	const known = mapped(mappingOf(venue).exceptions);
	// Hyperliquid sends messages; their codes are ours and appear in no response.
	const codes = new Set([...known, ...errors.proofs.keys()]);
	const asked =
		venue === 'hyperliquid' ? known : [...codes].filter((key) => /^-?\d+$/.test(key)).sort(byNumber);
	return asked.map((key) => {
		const error = errorOf(venue, key);
		const outcome = outcomeOfError(error, errors, 'IOC');
		const proof = outcome.kind === 'rejected' ? `${outcome.code}${outcome.passing ? ' passing' : ''}` : '-';
		const words = errors.proofs.get(key)?.words ?? '';
		return [venue, key, proof, errorClass(error), words].join('\t').trimEnd();
	});
}

const byNumber = (a: string, b: string): number => Number(a) - Number(b);

describe('the proof of each code that ccxt maps', () => {
	test('equals the table', async () => {
		const rows = (Object.keys(VENUES) as Venue[]).flatMap(rowsOf);
		// ccxt 4.5.84 maps more codes than this. The minimum reveals a table that is empty or incomplete.
		expect(rows.length).toBeGreaterThan(1_400);
		await expect(`${rows.join('\n')}\n`).toMatchFileSnapshot('./proof-table.tsv');
	});

	test.each(Object.keys(VENUES) as Venue[])(
		'%s: no words of a proof speak of a duplicate, a timeout or a busy system',
		(venue) => {
			const proofs = rowsOf(venue).filter((row) => row.split('\t')[2] !== '-');
			expect(proofs.length).toBeGreaterThan(venue === 'hyperliquid' ? 5 : 35);
			const doubtful =
				/duplicat|repeat|already|timed? ?out|busy|unknown (?!parameter)|internal|overload|process(?:ing|ed)/i;
			expect(proofs.filter((row) => doubtful.test(row))).toEqual([]);
		},
	);
});

test('refuses a code listed twice', () => {
	expect(() => codeProofs({ refused: { '1': 'a' }, passing: { '1': 'b' }, untraded: {} })).toThrow('1');
});
