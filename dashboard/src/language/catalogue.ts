/**
 * Writes the service's sentences from their ids and facts, in the language of this build. A build for another
 * language replaces each table by its twin (`dashboard/vite.config.ts`).
 */

import { camelName, camelNamed } from '../../../src/domain/snake-case.ts';
import { alert } from '../../../src/sentences/alert.ts';
import { event } from '../../../src/sentences/event.ts';
import { portfolio } from '../../../src/sentences/portfolio.ts';
import { phase, reason } from '../../../src/sentences/reason.ts';
import { runway } from '../../../src/sentences/runway.ts';
import type { SentenceRecord, SentenceTable, Words } from '../../../src/sentences/sentence.ts';
import { verdict } from '../../../src/sentences/verdict.ts';
import { readerWriter } from './reader-writer.ts';

/** Tables by the first part of the sentences' ids. */
const TABLES: Readonly<Record<string, SentenceTable>> = {
	// The name of each table is the group in its sentences' ids.
	alert,
	event,
	phase,
	portfolio,
	reason,
	runway,
	verdict,
};

const writer = readerWriter(written);

/**
 * Writes a sentence; undefined for a sentence that this build does not know. A newer service may have sent it, so the
 * page shows the service's own text then.
 */
export function sentenceText({ id, facts }: SentenceRecord): string | undefined {
	const [group = '', name = ''] = id.split('.');
	if (id === 'joined' && Array.isArray(facts.parts)) return facts.parts.map(written).join(' ');
	const template = TABLES[group]?.[camelName(name)];
	return template?.(camelNamed(facts), writer);
}

function written(inner: Words | SentenceRecord): string {
	return typeof inner === 'string' ? inner : (sentenceText(inner) ?? '');
}
