/** Adds the journal's commits to the caller's trace. */
import type { Journal } from '../ports/journal.ts';
import type { Tracer } from '../ports/tracer.ts';

/** Wraps the journal in tracing; returns it unchanged if tracing is off. */
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
	// Inherits from the journal instead of copying its properties, so that the event count stays current.
	return Object.assign(Object.create(journal) as Journal, traced);
}
