/** Record of a row at the time of reading. */
import type { Opportunity } from '../../src/domain/opportunity.ts';
import type { OpportunityRow } from '../../src/ports/opportunities.ts';

/** Current record. */
export function presentRecord({ record, passedMs }: OpportunityRow): Opportunity {
	return record.ageMs === null || passedMs <= 0 ? record : { ...record, ageMs: record.ageMs + passedMs };
}
