/** An event of an execution's journal in one line: what happened, and the figures that people look for. */
import type { ExecutionEvent } from '../client/methods.ts';
import { UNKNOWN } from './figures.ts';

/** Members that say nothing to people, or stand in the name of the event already. */
const LEFT_OUT = new Set([
	'type',
	'plan',
	'fills',
	'client_order_id',
	'venue_order_id',
	'reduce_only',
	'time_in_force',
	'firm',
]);
const CHARS_MAX = 160;

export function eventText({ type, data }: Pick<ExecutionEvent, 'type' | 'data'>): string {
	const words = type.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
	const figures = eventFigures(data);
	return figures === '' ? words : `${words}: ${figures}`;
}

/** Name and value of each member that is one value; of fills, how much at which prices. */
export function eventFigures(data: ExecutionEvent['data'], charsMax = CHARS_MAX): string {
	const plain = Object.entries(data)
		.filter(([name, value]) => !LEFT_OUT.has(name) && (value === null || typeof value !== 'object'))
		.map(([name, value]) => `${spaced(name)} ${value === null ? UNKNOWN : String(value)}`);
	const text = [...fillTexts(data.fills), ...plain].join(', ');
	return text.length > charsMax ? `${text.slice(0, charsMax - 1)}…` : text;
}

function fillTexts(fills: unknown): string[] {
	if (!Array.isArray(fills)) return [];
	return fills.flatMap((fill: unknown) =>
		typeof fill === 'object' && fill !== null && 'quantity' in fill && 'price' in fill
			? [`${String(fill.quantity)} at ${String(fill.price)}`]
			: [],
	);
}

function spaced(name: string): string {
	return name
		.replaceAll('_', ' ')
		.replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
		.toLowerCase();
}
