/**
 * Applies a channel's change to the client's copy of the state, so that the client need not request the full state
 * again.
 */
import { CHANNEL_ROWS } from './channel-facts.ts';
import { isRecord } from './errors.ts';

type Whole = { readonly [member: string]: unknown };

/**
 * Returns the state after a change. `channel` is the name in the notification, such as `opportunities.bybit-okx`. For
 * an unknown channel, the change replaces the whole state.
 */
export function folded(channel: string, known: unknown, change: unknown): unknown {
	const kind = channel.split('.', 1)[0] ?? '';
	const rows = Object.hasOwn(CHANNEL_ROWS, kind) ? CHANNEL_ROWS[kind as keyof typeof CHANNEL_ROWS] : null;
	if (rows === null || !isRecord(known) || !isRecord(change)) return change;
	const { removed, order, ...changed } = change;
	return { ...known, ...changed, [rows.member]: foldedRows(known, change, rows) };
}

function foldedRows(
	known: Whole,
	change: Whole,
	{ member, key }: { readonly member: string; readonly key: string },
): readonly unknown[] {
	const path = key.split('.');
	const byKey = new Map(listOf(known[member]).map((row) => [keyOf(row, path), row]));
	for (const gone of listOf(change.removed)) byKey.delete(gone);
	// If the change has no `order`, a known row keeps its position and a new one is appended.
	for (const row of listOf(change[member])) byKey.set(keyOf(row, path), row);
	if (!Array.isArray(change.order)) return [...byKey.values()];
	return change.order.flatMap((name: unknown) => (byKey.has(name) ? [byKey.get(name)] : []));
}

function listOf(value: unknown): readonly unknown[] {
	return Array.isArray(value) ? value : [];
}

function keyOf(row: unknown, path: readonly string[]): unknown {
	return path.reduce<unknown>((at, name) => (isRecord(at) ? at[name] : undefined), row);
}
