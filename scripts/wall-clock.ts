/**
 * Finds code that reads the machine's clock, sets a timer or draws random numbers.
 *
 * Only `src/runtime/` may use the machine's clock, timers and randomness, and only `cli/main.ts` imports them from
 * there. All other code receives a `Clock` and a `Random`, so the same code also runs on virtual time. `new
 * Date(value)` and `Date.UTC(…)` only convert and are allowed.
 */
import { importsOf } from './source-imports.ts';
import type { Token } from './source-tokens.ts';

/** Global names that read the machine's clock, set a timer or draw random numbers, and what to use instead. */
const NAMES: Readonly<Record<string, string>> = {
	setTimeout: 'Clock.after',
	setInterval: 'Clock.every',
	setImmediate: 'Clock.after',
	performance: 'Clock.monotonic',
	randomBytes: 'Random.hex',
	randomUUID: 'Random.hex',
	randomInt: 'Random.unit',
	randomFill: 'Random.hex',
	randomFillSync: 'Random.hex',
	getRandomValues: 'Random.hex',
};

/** Properties of global objects that do the same, and what to use instead. */
const PROPERTIES: Readonly<Record<string, string>> = {
	'Date.now': 'Clock.now',
	'Math.random': 'Random.unit',
	'process.hrtime': 'Clock.monotonic',
	'process.uptime': 'Clock.monotonic',
	'Temporal.Now': 'Clock.now',
	'AbortSignal.timeout': 'Clock.after',
	'scheduler.wait': 'Clock.after',
};

const TIMER_MODULES = /^(?:node:)?(?:timers(?:\/promises)?|perf_hooks)$/;

/** Objects that give access to the names in `NAMES` as properties. */
const GLOBAL_OBJECTS = new Set(['globalThis', 'global', 'window', 'self', 'crypto', 'webcrypto']);

const MACHINE_MODULES = /(?:^|\/)runtime\/(?:clock|random)\.ts$/;

export type ClockUse = { readonly line: number; readonly name: string; readonly instead: string };

/** Returns every use of the machine's clock, timers or randomness in one file. */
export function clockUsesIn(tokens: readonly Token[]): ClockUse[] {
	const uses: ClockUse[] = [];
	for (const { specifier, line } of importsOf(tokens)) {
		if (specifier !== undefined && TIMER_MODULES.test(specifier)) {
			uses.push({ line, name: specifier, instead: 'Clock' });
		}
	}
	tokens.forEach((token, index) => {
		if (token.kind !== 'word' || !standsForItself(tokens, index)) return;
		const use = nameUse(tokens, index) ?? propertyUse(tokens, index) ?? dateUse(tokens, index);
		if (use !== undefined) uses.push({ ...use, line: token.line });
	});
	return uses;
}

/**
 * Returns every import, except type imports, of the modules in `src/runtime/` that provide the machine's clock and
 * randomness.
 */
export function machineImportsIn(tokens: readonly Token[]): ClockUse[] {
	return importsOf(tokens).flatMap(({ specifier, typeOnly, line }) =>
		specifier !== undefined && !typeOnly && MACHINE_MODULES.test(specifier)
			? [{ line, name: specifier, instead: 'a Clock and a Random as arguments' }]
			: [],
	);
}

/** Names that pure code must not use, because they involve waiting or give access to the machine. */
const IMPURE = new Set(
	'Date Promise setTimeout setInterval setImmediate queueMicrotask process performance async await'.split(
		' ',
	),
);

/**
 * Returns the uses of the names in `IMPURE` and of `Math.random`. Properties of other objects, object keys and `new
 * Date(value)` do not count.
 */
export function impureWordsIn(
	tokens: readonly Token[],
): readonly { readonly line: number; readonly name: string }[] {
	return tokens.flatMap((token, index) => {
		if (token.kind !== 'word' || tokens[index - 1]?.text === '.') return [];
		const isRandom = token.text === 'Math' && tokens[index + 2]?.text === 'random';
		if (!isRandom && !IMPURE.has(token.text)) return [];
		if (token.text === 'Date' && convertsDate(tokens, index)) return [];
		return [{ line: token.line, name: isRandom ? 'Math.random' : token.text }];
	});
}

type Use = Omit<ClockUse, 'line'>;

function nameUse(tokens: readonly Token[], index: number): Use | undefined {
	const name = tokens[index]?.text ?? '';
	const instead = Object.hasOwn(NAMES, name) ? NAMES[name] : undefined;
	const isKey = tokens[index + 1]?.text === ':' && /^[{,]$/.test(tokens[index - 1]?.text ?? '');
	return instead === undefined || isKey ? undefined : { name, instead };
}

function propertyUse(tokens: readonly Token[], index: number): Use | undefined {
	let next = index + 1;
	if (tokens[next]?.text === '?') next += 1;
	if (tokens[next]?.text !== '.') return undefined;
	const name = `${tokens[index]?.text}.${tokens[next + 1]?.text}`;
	const instead = Object.hasOwn(PROPERTIES, name) ? PROPERTIES[name] : undefined;
	return instead === undefined ? undefined : { name, instead };
}

/** Finds `new Date()`, `new Date`, `Date()` and `Date` passed as a value. Types and conversions are allowed. */
function dateUse(tokens: readonly Token[], index: number): Use | undefined {
	if (tokens[index]?.text !== 'Date') return undefined;
	const before = tokens[index - 1]?.text ?? '';
	const called = tokens[index + 1]?.text === '(';
	if (before === 'new')
		return convertsDate(tokens, index) ? undefined : { name: 'new Date()', instead: 'Clock.now' };
	if (called) return { name: 'Date()', instead: 'Clock.now' };
	const isValue = /^[=([,]$/.test(before) && /^[,;)\]]$/.test(tokens[index + 1]?.text ?? '');
	return isValue ? { name: 'Date as a value', instead: 'Clock' } : undefined;
}

/** True for `new Date(value)`, which only converts a value. */
function convertsDate(tokens: readonly Token[], index: number): boolean {
	return (
		tokens[index - 1]?.text === 'new' && tokens[index + 1]?.text === '(' && tokens[index + 2]?.text !== ')'
	);
}

/**
 * True if the word is the global name itself, as in `setTimeout` or `globalThis.setTimeout`. False for another
 * object's property, as in `clock.setTimeout`.
 */
function standsForItself(tokens: readonly Token[], index: number): boolean {
	if (tokens[index - 1]?.text !== '.') return true;
	const object = tokens[tokens[index - 2]?.text === '?' ? index - 3 : index - 2];
	return object !== undefined && GLOBAL_OBJECTS.has(object.text);
}
