/** Tests that the page about policies lists every built-in policy with its settings, defaults and ranges. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { BUILT_IN } from './built-in.ts';

const PAGE = readFileSync(join(import.meta.dirname, '../../../docs/policies.md'), 'utf8');

test.each(BUILT_IN)('describes $name', ({ name, description, settings }) => {
	const names = Object.keys(settings).map((setting) => `\`${setting}\``);
	expect(PAGE).toContain(`| \`${name}\` | ${description} | ${names.join(', ')} |`);
	for (const [setting, rule] of Object.entries(settings)) {
		const row = PAGE.split('\n').find((line) => line.startsWith(`| \`${setting}\` |`)) ?? '';
		expect(row).toContain(rule.meaning);
		expect(row).toContain(String(rule.default));
		if (rule.kind === 'number') expect(row).toContain(`${rule.min} to ${rule.max} ${rule.unit}`);
	}
});
