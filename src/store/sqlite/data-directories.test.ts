import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createSqliteDataDirectories } from './data-directories.ts';
import { openDatabase } from './database.ts';

test('opens each store of a directory once, however often it is requested', () => {
	const dir = mkdtempSync(join(tmpdir(), 'carrywire-directory-'));
	try {
		openDatabase(dir).close();
		const stores = createSqliteDataDirectories(queueMicrotask).openToRead(dir);
		expect(stores.journal).toBe(stores.journal);
		expect(stores.loginLinks).toBe(stores.loginLinks);
		expect(stores.tokens).not.toBe(stores.journal);
		stores.close();
	} finally {
		rmSync(dir, { recursive: true, force: true });
	}
});
