// Draws the charts of a report with uPlot, in the colours of the page. It runs in the report's file and requests nothing.
(() => {
	const HEIGHT_PX = 240;
	const DAY_S = 86_400;
	/** Lines differ in colour and in dashes, so that no line is known by its colour alone. */
	const DASHES = [undefined, [8, 4], [2, 3], [12, 4, 2, 4], [4, 4], [1, 4]];
	const { at, charts } = JSON.parse(document.getElementById('chart-data').textContent);
	const probe = document.body.appendChild(document.createElement('span'));
	probe.hidden = true;

	/** Returns the present value of a colour of the style sheet, which depends on light or dark. */
	function colour(name) {
		probe.style.color = `var(--${name})`;
		return getComputedStyle(probe).color;
	}

	function day(date) {
		return date.toUTCString().slice(5, 16).replace(/^0/, '');
	}

	function timeText(seconds) {
		const date = new Date(seconds * 1_000);
		return `${day(date)}, ${date.toUTCString().slice(17, 22)} UTC`;
	}

	function tickText(seconds, step) {
		const date = new Date(seconds * 1_000);
		if (step < DAY_S) return date.toUTCString().slice(17, 22);
		return step < 28 * DAY_S ? day(date).slice(0, -5) : day(date).split(' ').slice(1).join(' ');
	}

	function figure(value, unit) {
		if (value == null) return '–';
		const places =
			unit === 'usd' ? { minimumFractionDigits: 2, maximumFractionDigits: 2 } : { maximumFractionDigits: 2 };
		return `${value.toLocaleString('en-US', places).replace('-', '−')} ${unit === 'usd' ? 'USD' : '%'}`;
	}

	function axisFigure(value, unit) {
		const text =
			Math.abs(value) >= 10_000
				? `${(value / 1_000).toLocaleString('en-US')}k`
				: value.toLocaleString('en-US');
		return unit === 'usd' ? text.replace('-', '−') : `${text} %`;
	}

	function options(chart, width) {
		const ink = colour('soft');
		const grid = { stroke: colour('line'), width: 1 };
		const font = '12px system-ui, sans-serif';
		return {
			width,
			height: HEIGHT_PX,
			tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1_000), 'Etc/UTC'),
			cursor: { sync: { key: 'report' }, drag: { x: true, y: false } },
			series: [
				{ label: 'Time', value: (_, seconds) => (seconds == null ? '–' : timeText(seconds)) },
				...chart.series.map(({ label }, index) => {
					const stroke = colour(chart.isFilled ? 'bad' : `line-${index % DASHES.length}`);
					return {
						label,
						stroke,
						width: 1.5,
						dash: DASHES[index % DASHES.length],
						fill: chart.isFilled ? colour('fill') : undefined,
						points: { show: at.length === 1 },
						value: (_, value) => figure(value, chart.unit),
					};
				}),
			],
			axes: [
				{
					stroke: ink,
					grid,
					ticks: grid,
					font,
					space: 84,
					values: (_, ticks, __, ___, step) => ticks.map((tick) => tickText(tick, step)),
				},
				{
					stroke: ink,
					grid,
					ticks: grid,
					font,
					size: 64,
					values: (_, ticks) => ticks.map((tick) => axisFigure(tick, chart.unit)),
				},
			],
		};
	}

	let plots = [];
	function draw() {
		for (const { plot } of plots) plot.destroy();
		plots = charts.flatMap((chart) => {
			const place = document.getElementById(`chart-${chart.id}`);
			if (place === null) return [];
			const data = [at, ...chart.series.map(({ values }) => values)];
			return [{ place, plot: new uPlot(options(chart, place.clientWidth), data, place) }];
		});
	}

	draw();
	matchMedia('(prefers-color-scheme: dark)').addEventListener('change', draw);
	let width = window.innerWidth;
	window.addEventListener('resize', () => {
		if (window.innerWidth === width) return;
		width = window.innerWidth;
		for (const { place, plot } of plots) plot.setSize({ width: place.clientWidth, height: HEIGHT_PX });
	});
})();
