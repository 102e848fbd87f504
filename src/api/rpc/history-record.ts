/**
 * Converts the events in an execution's journal to their records on the wire, with field names in snake case and
 * times as ISO 8601 strings.
 */
import * as z from 'zod';
import { snakeName } from '../../domain/snake-case.ts';
import type { WordedEvent } from '../../ports/journal.ts';
import { textOf } from '../../sentences/sentence.ts';
import { instant, sentenceMember, sentenceSchema } from './record-fields.ts';

/** One event in an execution's journal, with a readable sentence and the exact data. */
export const eventSchema = z.strictObject({
	seq: z.int().describe('Sequence number in the journal, from 0.'),
	recorded_at: instant('Time at which it was written to disk.'),
	type: z.string().describe('Type of event in the past tense, such as OrderIntended.'),
	text: z.string().describe('Event in one sentence for people.'),
	sentence: sentenceSchema,
	data: z.record(z.string(), z.unknown()).describe('Exact data of the event; the fields depend on type.'),
});

/** Converts an event to its record on the wire. */
export function eventRecord({ event, recordedAt, streamSeq, text }: WordedEvent) {
	const { type, ...members } = event;
	const data = 'reason' in members ? { ...members, reason: textOf(members.reason) } : members;
	return {
		seq: streamSeq,
		recorded_at: new Date(recordedAt).toISOString(),
		type,
		text: textOf(text),
		...sentenceMember(text),
		data: snakeCased(data),
	};
}

/** The last event in the example execution's journal. */
export const EVENT_EXAMPLE = {
	seq: 9,
	recorded_at: '2026-11-17T08:00:01.120Z',
	type: 'ExecutionOpened',
	text: 'Both legs hold 0.005 BTC.',
	data: { quantity: 0.005 },
};

/**
 * Converts field names to snake case, and whole numbers whose name ends in `At` from milliseconds to ISO 8601. Exact
 * decimals remain as they are.
 */
function snakeCased(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(snakeCased);
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(
		Object.entries(value).map(([name, member]) => [
			snakeName(name),
			typeof member === 'number' && name.endsWith('At') ? new Date(member).toISOString() : snakeCased(member),
		]),
	);
}
