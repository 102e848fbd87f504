import { expect, test } from 'vitest';
import { previewRecord } from '../src/api/rpc/execute-record.ts';
import { parseDecimal as d } from '../src/domain/decimal.ts';
import { encodeExactJson } from '../src/domain/exact-json.ts';
import type { ExecuteRequest } from '../src/ports/order-service.ts';
import { inMemoryPreview } from '../test/rpc/in-memory-preview.ts';
import { type Preview, previewLines } from './preview-lines.ts';

const REQUEST = { amount: d('1005'), leverage: d('1') } as ExecuteRequest;
const PREVIEW = JSON.parse(encodeExactJson(previewRecord(inMemoryPreview(REQUEST), 'simulated'))) as Preview;
const PLANNED = '1,000.00 of 1,005.00 USD planned over both legs.';

/** Returns the line about the planned amount. */
function plannedLine(difference: Preview['plan']['amount_difference']): string | undefined {
	const preview = { ...PREVIEW, plan: { ...PREVIEW.plan, amount_difference: difference } };
	const lines = previewLines(preview, { width: 200, paint: (text) => text });
	return lines.find((line) => line.includes('USD planned'));
}

test.each([
	['EXCHANGE_LOT', 'kucoin', 'KuCoin trades in lots of 10 coins. The next larger amount is 1,040.54 USD.'],
	['EXCHANGE_LOT', null, 'Both exchanges trade in lots of 10 coins. The next larger amount is 1,040.54 USD.'],
	[
		'COMMON_LOT',
		null,
		'KuCoin trades in lots of 2 coins, and Bybit trades in lots of 5 coins; 10 coins fit both. The next larger amount is 1,040.54 USD.',
	],
	['PRICE_GAP', null, 'Both legs have the same quantity, and it costs less on one exchange.'],
] as const)('says why the planned amount is lower: %s of %s', (code, exchange, sentence) => {
	const difference = {
		code,
		exchange,
		amount: 5,
		lot: 10,
		long_lot: 2,
		short_lot: 5,
		next_amount: 1_040.541,
	};
	expect(plannedLine(difference)).toBe(`${PLANNED} ${sentence}`);
});

test('gives no reason when the whole amount is planned', () => {
	expect(plannedLine(null)).toBe(PLANNED);
});
