/** Runs the venue suite and writes `docs/venues.md` from the results: `npm run venues`. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { requireNode } from './node-version.ts';
import { closing, failures, runProject } from './test-projects.ts';
import { VENUE_PAGE, venueFaults, venuePage, venueResults } from './venue-table.ts';

requireNode();
const count = await runProject('venue', (line) => console.log(line), {
	judge(report) {
		const results = venueResults(report);
		const faults = venueFaults(results);
		if (faults.length === 0) writeFileSync(join('docs', VENUE_PAGE), venuePage(results));
		return faults;
	},
});
console.log(closing([count]));
process.exitCode = failures([count]) > 0 ? 1 : 0;
