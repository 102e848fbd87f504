/** Sequences of OKX's books: what is handed on to ccxt, and what opens a new connection. */
import { expect, test } from 'vitest';
import { guardOkxSequence } from './sequence.ts';

const SYMBOL = 'BTC-USDT-SWAP';

function guarded() {
	const applied: string[] = [];
	const gaps: string[] = [];
	const exchange = {
		handleOrderBook(
			_client: unknown,
			message: { readonly data: readonly { readonly seqId: number }[] },
		): void {
			applied.push(...message.data.map(({ seqId }) => String(seqId)));
		},
		safeSymbol: (id: string) => `unified ${id}`,
	};
	guardOkxSequence(exchange, (symbol, reason) => gaps.push(`${symbol}: ${reason}`));
	const hear = (prevSeqId: number, seqId: number, instId = SYMBOL): void =>
		exchange.handleOrderBook(undefined, {
			arg: { channel: 'books', instId },
			action: prevSeqId === -1 ? 'snapshot' : 'update',
			data: [{ prevSeqId, seqId }],
		} as unknown as { readonly data: readonly { readonly seqId: number }[] });
	return { applied, gaps, hear };
}

test('updates that follow each other are applied, equal ids and a new count after a maintenance too', () => {
	const { applied, gaps, hear } = guarded();
	hear(-1, 10);
	hear(10, 15);
	hear(15, 15);
	hear(15, 3);
	hear(3, 5);
	expect([applied, gaps]).toEqual([['10', '15', '15', '3', '5'], []]);
});

test('a hole is told once, and nothing is applied until a whole book comes', () => {
	const { applied, gaps, hear } = guarded();
	hear(-1, 10);
	hear(12, 15);
	hear(15, 16);
	expect([applied, gaps]).toEqual([
		['10'],
		[`unified ${SYMBOL}: update 15 followed 12, the last one was 10`],
	]);
	hear(-1, 20);
	hear(20, 21);
	expect(applied).toEqual(['10', '20', '21']);
});

test('each contract has its own', () => {
	const { applied, gaps, hear } = guarded();
	hear(-1, 10);
	hear(-1, 70, 'ETH-USDT-SWAP');
	hear(10, 11);
	hear(70, 71, 'ETH-USDT-SWAP');
	expect([applied.length, gaps]).toEqual([4, []]);
});
