/** A journal whose commits are part of the trace in which they are asked for. */
import type { Journal } from '../ports/journal.ts';
import type { Tracer } from '../ports/tracer.ts';

/** The same journal where nothing is traced. */
export function tracedJournal(journal: Journal, tracer: Tracer): Journal {
	if (!tracer.isOn) return journal;
	const traced: Pick<Journal, 'appendExecution'> = {
		appendExecution: (append) =>
			tracer.span(
				'journal.commit',
				'internal',
				{ 'carrywire.execution_id': append.executionId, 'carrywire.events': append.events.length },
				() => journal.appendExecution(append),
			),
	};
	// Its count of events is read anew each time.
	return Object.assign(Object.create(journal) as Journal, traced);
}
