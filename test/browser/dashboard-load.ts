/**
 * Types and navigates by keyboard in the list of opportunities while the list changes at the highest rate that the
 * service allows.
 */
import type { Page } from 'playwright-core';
import type { DashboardFixture, Visitor } from './dashboard-fixture.ts';

/** Settings with the shortest stream interval allowed, which is shorter than a screen frame. */
export const FAST_STREAM = { stream: { opportunitiesMs: 10 } };

/**
 * First part of the typed text. It is longer than the service's filter allows, so that the list does not change while
 * the rest is typed.
 */
const BEGUN = 'which of all these coins would pay me ';
const REST = 'the most for a week, after all the costs of going in and coming out again?';
const ROWS_PRESSED = 40;
/** Milliseconds between two key presses, which is faster than people type. */
const KEY_MS = 12;

/** A page under load, with its measurements. */
export type Load = {
	readonly page: Page;
	readonly visitor: Visitor;
	/** Returns the number of list changes that have reached the browser. */
	updates(): number;
	/** Types a sentence into the filter, then moves down and up through the rows by keyboard. */
	work(): Promise<WorkDone>;
	/** Returns the longest time between two frames since the previous call, milliseconds. */
	longestFrameMs(): Promise<number>;
	/** Returns the page's heap size after garbage collection, bytes. */
	heapBytes(): Promise<number>;
};

/** Result of one round of typing and moving through rows. */
export type WorkDone = {
	/** Number of key presses that had no effect. */
	readonly droppedKeys: number;
	readonly keys: number;
	/** Number of rows in the page halfway through, at the lowest focused row. */
	readonly rows: number;
};

/** Opens the list of opportunities and starts to count its changes. */
export async function openLoad(fixture: DashboardFixture): Promise<Load> {
	const visitor = await fixture.visitor();
	const { page } = visitor;
	let updates = 0;
	page.on('websocket', (socket) =>
		socket.on('framereceived', ({ payload }) => {
			if (String(payload).includes('"channel":"opportunities","type":"change"')) updates += 1;
		}),
	);
	await visitor.go('/');
	await page.locator('[role="row"][aria-busy="false"]').first().waitFor();
	await page.evaluate(WATCH_FRAMES);
	const heapBytes = await heapReader(page);
	return {
		page,
		visitor,
		updates: () => updates,
		async work() {
			const typed = await typeSentence(page);
			const walked = await walkRows(page);
			return {
				keys: typed.keys + walked.keys,
				droppedKeys: typed.dropped + walked.dropped,
				rows: walked.rows,
			};
		},
		longestFrameMs: () => page.evaluate<number>(LONGEST_FRAME),
		heapBytes,
	};
}

const WATCH_FRAMES = `
	window.longestFrameMs = 0;
	let last = performance.now();
	const onFrame = (at) => {
		window.longestFrameMs = Math.max(window.longestFrameMs, at - last);
		last = at;
		requestAnimationFrame(onFrame);
	};
	requestAnimationFrame(onFrame);
`;
const LONGEST_FRAME =
	'(() => { const was = window.longestFrameMs; window.longestFrameMs = 0; return Math.round(was); })()';

async function typeSentence(page: Page): Promise<{ readonly keys: number; readonly dropped: number }> {
	const filter = page.getByRole('searchbox');
	await filter.fill(BEGUN);
	await filter.focus();
	await page.keyboard.press('End');
	await page.keyboard.type(REST, { delay: KEY_MS });
	const arrived = (await filter.inputValue()).slice(BEGUN.length);
	return { keys: REST.length, dropped: arrived === REST ? 0 : REST.length - arrived.length || 1 };
}

/** Moves the focus down through the rows and up again, one row per key press. */
async function walkRows(
	page: Page,
): Promise<{ readonly keys: number; readonly dropped: number; readonly rows: number }> {
	await page.locator('[role="row"][tabindex="0"]').focus();
	await page.keyboard.press('Home');
	for (let pressed = 0; pressed < ROWS_PRESSED; pressed += 1)
		await page.keyboard.press('ArrowDown', { delay: KEY_MS });
	const lowest = await focusedNumber(page);
	const rows = await page.getByRole('row').count();
	for (let pressed = 0; pressed < ROWS_PRESSED; pressed += 1)
		await page.keyboard.press('ArrowUp', { delay: KEY_MS });
	const dropped = Math.abs(lowest - 1 - ROWS_PRESSED) + Math.abs((await focusedNumber(page)) - 1);
	return { keys: 2 * ROWS_PRESSED, dropped, rows };
}

/** Returns the number of the focused row, from 1; 0 if no row has the focus. */
async function focusedNumber(page: Page): Promise<number> {
	const index = await page.evaluate<string | null>(
		'document.activeElement?.getAttribute("aria-rowindex") ?? null',
	);
	return index === null ? 0 : Number(index) - 1;
}

/** Returns a function that measures the page's heap after garbage collection, bytes. */
export async function heapReader(page: Page): Promise<() => Promise<number>> {
	const session = await page.context().newCDPSession(page);
	return async () => {
		await session.send('HeapProfiler.collectGarbage');
		const { usedSize } = await session.send('Runtime.getHeapUsage');
		return usedSize;
	};
}
