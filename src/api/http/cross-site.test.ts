import { expect, test } from 'vitest';
import { crossSiteFault } from './cross-site.ts';

const from = (site: string, mode: string, dest: string) =>
	crossSiteFault({ 'sec-fetch-site': site, 'sec-fetch-mode': mode, 'sec-fetch-dest': dest });

test.each(['same-site', 'cross-site'])(
	'accepts a %s link that opens a page, also if our service worker passes it on',
	(site) => {
		expect(from(site, 'navigate', 'document')).toBeUndefined();
		expect(from(site, 'navigate', 'empty')).toBeUndefined();
	},
);

test.each(['same-site', 'cross-site'])('refuses frames, calls and images of a %s page', (site) => {
	for (const dest of ['iframe', 'frame', 'embed', 'object'])
		expect(from(site, 'navigate', dest), dest).toContain(`as ${site}, navigate`);
	expect(from(site, 'no-cors', 'empty')).toContain(`as ${site}, no-cors`);
	expect(from(site, 'cors', 'empty')).toContain(`as ${site}, cors`);
	expect(from(site, 'no-cors', 'image')).toContain(`as ${site}, no-cors`);
});

test('accepts requests of our own pages and of programs', () => {
	expect(from('same-origin', 'cors', 'empty')).toBeUndefined();
	expect(crossSiteFault({})).toBeUndefined();
});
