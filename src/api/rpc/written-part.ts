/** Cache of serialized parts of answers that many calls repeat. */
import { encodeExactJson, JsonText } from '../../domain/exact-json.ts';
import { createKeptValues } from '../../domain/kept-values.ts';
import type { TradingMode } from '../../domain/trading-mode.ts';

/** Characters of cached text; each takes one byte. */
const KEPT_CHARS_MAX = 40_000_000;

const written = createKeptValues<object, { readonly mode: TradingMode; readonly json: JsonText }>(
	({ json }) => json.text.length,
	KEPT_CHARS_MAX,
);

/**
 * Returns the JSON of a part, serialized at the first request.
 * @param part immutable; changed content comes as another object
 * @param recordOf converts the part to its record; always the same function for one kind of part
 */
export function writtenPart<Part extends object>(
	part: Part,
	mode: TradingMode,
	recordOf: (part: Part, mode: TradingMode) => unknown,
): JsonText {
	const write = () => ({ mode, json: new JsonText(encodeExactJson(recordOf(part, mode))) });
	const kept = written.get(part, write);
	return kept.mode === mode ? kept.json : write().json;
}
