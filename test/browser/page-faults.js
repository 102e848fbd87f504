// Runs in a browser. Finds faults in pages that are given as HTML text. Their scripts do not run.
// biome-ignore lint/correctness/noUnusedVariables: the caller appends the call to this text
function findFaults(texts) {
	const textOf = (element) => (element.textContent ?? '').trim();
	const parser = new DOMParser();

	function fieldFaults(page) {
		return [...page.querySelectorAll('input, select, textarea')]
			.filter((field) => field.type !== 'hidden' && !field.hidden)
			.filter((field) => [...field.labels].every((label) => textOf(label) === ''))
			.map((field) => `a field has no label: ${field.outerHTML}`);
	}

	function nameFaults(page) {
		return [...page.querySelectorAll('button, a, summary, th')]
			.filter((element) => textOf(element) === '')
			.map((element) => `it has no name: ${element.outerHTML}`);
	}

	function policyFaults(page) {
		return [...page.querySelectorAll('*')].flatMap((element) =>
			[...element.attributes]
				.filter(({ name }) => name.startsWith('on') || name === 'style')
				.map(({ name }) => `the policy of the page blocks ${name} of ${element.tagName}`),
		);
	}

	/** Renders the page's body with its styles in the reader. No script runs, and the reader does not navigate. */
	function widthFaults(page) {
		document.querySelector('link').disabled = page.querySelector('link[rel="stylesheet"]') === null;
		document.querySelector('style').textContent = page.querySelector('style')?.textContent ?? '';
		document.body.replaceWith(document.adoptNode(page.body));
		const excess = document.documentElement.scrollWidth - window.innerWidth;
		return excess > 0 ? [`it is ${excess} px wider than a phone`] : [];
	}

	return texts.map((text) => {
		const page = parser.parseFromString(text, 'text/html');
		const headings = [...page.querySelectorAll('h1')].map(textOf);
		return [
			...(page.documentElement.lang === '' ? ['it names no language'] : []),
			...(page.title.trim() === '' ? ['it has no title'] : []),
			...(headings.length === 1 && headings[0] !== ''
				? []
				: [`its main headings are: ${headings.join(', ')}`]),
			...fieldFaults(page),
			...nameFaults(page),
			...policyFaults(page),
			...widthFaults(page),
		];
	});
}
