/** Caches the serialized parts that many responses repeat. */
import { encodeExactJson, JsonText } from '../../domain/exact-json.ts';
import { createKeptValues } from '../../domain/kept-values.ts';
import type { TradingMode } from '../../domain/trading-mode.ts';

/** Maximum characters of cached text. Each character takes one byte of memory. */
const KEPT_CHARS_MAX = 40_000_000;

const written = createKeptValues<object, { readonly mode: TradingMode; readonly json: JsonText }>(
	({ json }) => json.text.length,
	KEPT_CHARS_MAX,
);

/**
 * Returns a part as JSON, which is serialized when first requested.
 * @param part immutable; changed content must be passed as a new object
 * @param recordOf converts the part to its record; always the same function for the same type of part
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
