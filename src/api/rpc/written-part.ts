/** Parts of answers that many calls give again, written as JSON once. */
import { encodeExactJson, JsonText } from '../../domain/exact-json.ts';
import { createKeptValues } from '../../domain/kept-values.ts';
import type { TradingMode } from '../../domain/trading-mode.ts';

/** Characters of the texts that are kept, a byte each. */
const KEPT_CHARS_MAX = 40_000_000;

const written = createKeptValues<object, { readonly mode: TradingMode; readonly json: JsonText }>(
	({ json }) => json.text.length,
	KEPT_CHARS_MAX,
);

/**
 * The JSON of a part, written when it is first asked for.
 * @param part never changed, and another object when it says something else
 * @param recordOf the same function for every part of a kind
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
