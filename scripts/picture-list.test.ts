import { describe, expect, test } from 'vitest';
import { DASHBOARD_PATHS } from '../src/identity/pages/dashboard-pages.ts';
import {
	faultsOfPictures,
	PICTURE_BYTES_MAX,
	PICTURE_THEMES,
	PICTURE_WINDOWS,
	PICTURED_PAGES,
	pictureFile,
	pictureFilesOf,
	renderPictureList,
} from './picture-list.ts';

const BYTES = 1_000;

/** Returns a complete folder with the changes. */
function folder(changes: Readonly<Record<string, number | undefined>> = {}, list = renderPictureList()) {
	const files = new Map(
		PICTURED_PAGES.flatMap(({ name }) => pictureFilesOf(name)).map((name) => [name, BYTES]),
	);
	for (const [name, size] of Object.entries(changes))
		if (size === undefined) files.delete(name);
		else files.set(name, size);
	return { files, list };
}

describe('the list of pictures', () => {
	test('has every page of the dashboard at every width and in every theme', () => {
		expect(faultsOfPictures(folder(), DASHBOARD_PATHS)).toEqual([]);
		const wanted = PICTURED_PAGES.length * PICTURE_WINDOWS.length * PICTURE_THEMES.length;
		expect(folder().files.size).toBe(wanted);
		expect(renderPictureList().match(/\.webp/g)?.length).toBe(wanted);
	});

	test('names each state once', () => {
		const names = PICTURED_PAGES.map(({ name }) => name);
		expect(new Set(names).size).toBe(names.length);
	});

	test('names the width and the theme in a file name', () => {
		expect(pictureFile('status', { width: 390, height: 844 }, 'dark')).toBe('status-390-dark.webp');
	});

	test('reports a page without a picture', () => {
		expect(faultsOfPictures(folder(), [...DASHBOARD_PATHS, '/new'])).toEqual([
			'no picture shows the page /new',
		]);
	});

	test('reports missing, empty and surplus pictures, but no other file', () => {
		const changes = {
			'status-390-dark.webp': undefined,
			'status-390-light.webp': 0,
			'gone-390-dark.webp': BYTES,
			'structure.svg': BYTES,
		};
		expect(faultsOfPictures(folder(changes), DASHBOARD_PATHS)).toEqual([
			'status-390-light.webp is missing or empty',
			'status-390-dark.webp is missing or empty',
			'gone-390-dark.webp is not in the list',
		]);
	});

	test('reports an old list, and pictures that are too large together', () => {
		expect(faultsOfPictures(folder({}, 'old'), DASHBOARD_PATHS)).toEqual([
			'README.md is not the list of the pictures',
		]);
		const files = folder({ 'status-390-dark.webp': PICTURE_BYTES_MAX });
		expect(faultsOfPictures(files, DASHBOARD_PATHS)).toEqual([
			expect.stringMatching(/^the pictures are too large: were \d+ bytes, limit 12000000$/),
		]);
	});
});
