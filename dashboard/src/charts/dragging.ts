/**
 * Turns the mouse's movements over a chart into zooming and moving. A drag selects a span, with Shift it moves the
 * chart. The wheel zooms only with Ctrl (or as a trackpad pinch), so that the plain wheel scrolls the page.
 */

/** Effects of the movements. Positions are pixels from the chart's left edge. */
export type DragEffects = {
	readonly zoomAround: (x: number, factor: number) => void;
	readonly select: (fromX: number, toX: number) => void;
	readonly pan: (fromX: number, toX: number) => void;
	readonly showAll: () => void;
};

/** Shorter drags are clicks. */
const DRAG_PX_MIN = 6;
/** The span changes by this factor per 100 px of wheel movement. */
const WHEEL_FACTOR = 1.2;

/** Watches the mouse over the box until the returned function is called. */
export function watchDragging(box: HTMLElement, effects: DragEffects): () => void {
	const selection = document.createElement('div');
	selection.className = 'selection';
	selection.hidden = true;
	box.append(selection);
	let startX: number | undefined;
	const xOf = (event: MouseEvent) => event.clientX - box.getBoundingClientRect().left;

	function down(event: PointerEvent): void {
		if (event.pointerType !== 'mouse' || event.button !== 0) return;
		startX = xOf(event);
	}
	function move(event: PointerEvent): void {
		if (startX === undefined) return;
		const x = xOf(event);
		if (event.shiftKey) {
			effects.pan(startX, x);
			startX = x;
			selection.hidden = true;
			return;
		}
		selection.hidden = Math.abs(x - startX) < DRAG_PX_MIN;
		selection.style.left = `${Math.min(x, startX)}px`;
		selection.style.width = `${Math.abs(x - startX)}px`;
	}
	function up(event: PointerEvent): void {
		if (startX === undefined) return;
		const [from, to] = [startX, xOf(event)];
		startX = undefined;
		selection.hidden = true;
		if (!event.shiftKey && Math.abs(to - from) >= DRAG_PX_MIN) effects.select(from, to);
	}
	function wheel(event: WheelEvent): void {
		if (!event.ctrlKey) return;
		event.preventDefault();
		effects.zoomAround(xOf(event), WHEEL_FACTOR ** (event.deltaY / 100));
	}

	box.addEventListener('pointerdown', down);
	window.addEventListener('pointermove', move);
	window.addEventListener('pointerup', up);
	box.addEventListener('wheel', wheel, { passive: false });
	box.addEventListener('dblclick', effects.showAll);
	return () => {
		box.removeEventListener('pointerdown', down);
		window.removeEventListener('pointermove', move);
		window.removeEventListener('pointerup', up);
		box.removeEventListener('wheel', wheel);
		box.removeEventListener('dblclick', effects.showAll);
		selection.remove();
	};
}
