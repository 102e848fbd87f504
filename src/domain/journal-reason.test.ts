/** Checks that reasons survive the journal: as texts, and as sentences with exact facts. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Words } from '../sentences/sentence.ts';
import { type Decimal, parseDecimal } from './decimal.ts';
import { EXECUTION_EVENT_VERSION, type ExecutionEvent } from './event.ts';
import { decodePayload, encodePayload } from './journal-codec.ts';
import { withStoredReason } from './journal-reason.ts';
import { upcastExecutionEvent } from './journal-upcast.ts';

const raised = (reason: Words): ExecutionEvent => ({ type: 'AttentionRaised', kind: 'hand', reason });

function stored({ type: _type, ...payload }: ExecutionEvent): string {
	return encodePayload(withStoredReason(payload));
}

function read(payload: string): ExecutionEvent {
	return upcastExecutionEvent('AttentionRaised', EXECUTION_EVENT_VERSION, decodePayload(payload));
}

const facts = fc.dictionary(
	fc.string().filter((name) => name !== '$d' && name !== '__proto__'),
	fc.oneof(
		fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }).map((value) => value as Decimal),
		fc.integer(),
		fc.string(),
		fc.boolean(),
		fc.constant(null),
		fc.array(fc.string(), { maxLength: 3 }),
	),
	{ maxKeys: 4, noNullPrototype: true },
);
const sentences = fc.record({ id: fc.string(), facts, text: fc.string() }, { noNullPrototype: true });

test('reads back every reason, as a text or as a sentence', () => {
	fc.assert(
		fc.property(fc.oneof(fc.string(), sentences), (reason) => {
			expect(read(stored(raised(reason)))).toStrictEqual(raised(reason));
		}),
	);
});

test('stores the text of a sentence where earlier versions read it, and its parts beside it', () => {
	const gone = { exchange: 'Bybit', missing: parseDecimal('0.10'), at: 1_763_000_000_000 };
	expect(stored(raised({ id: 'attention.gone', facts: gone, text: 'It is gone.' }))).toBe(
		'{"kind":"hand","reason":"It is gone.","because":{"id":"attention.gone","facts":{"exchange":"Bybit","missing":{"$d":"0.1"},"at":1763000000000}}}',
	);
	expect(stored(raised('It is gone.'))).toBe('{"kind":"hand","reason":"It is gone."}');
});

test.each(['null', '7', '"attention.gone"', '{}', '{"id":1,"facts":{}}', '{"id":"a","facts":null}'])(
	'keeps the text beside parts that it cannot read: %s',
	(because) => {
		const payload = `{"kind":"hand","reason":"It is gone.","because":${because}}`;
		expect(read(payload)).toStrictEqual(raised('It is gone.'));
	},
);

test('leaves an event without a reason as it is', () => {
	const event: ExecutionEvent = { type: 'ExecutionOpened', quantity: parseDecimal('2') };
	expect(stored(event)).toBe('{"quantity":{"$d":"2"}}');
});
