import { expect, test } from 'vitest';
import { createServiceFigures } from './service-figures.ts';

test('repeats a failed first read for the next caller', async () => {
	let readings = 0;
	const figures = createServiceFigures({
		journal: {
			usersWithExecutions: async () => {
				readings += 1;
				if (readings === 1) throw new Error('disk I/O error');
				return [];
			},
		},
		ended: {
			prepare: async () => {},
			sums: () => {
				throw new Error('There is no user.');
			},
		},
		states: () => [],
	});
	await expect(figures.service()).rejects.toThrow('disk I/O error');
	await expect(figures.service()).resolves.toMatchObject({ active: 0, trades: 0, averageRoi: null });
	await figures.service();
	expect(readings).toBe(2);
});
