/** Offers a file to the browser's downloads. @param name file name with its extension */
export function saveFile(blob: Blob, name: string): void {
	const link = document.createElement('a');
	link.href = URL.createObjectURL(blob);
	link.download = name;
	link.click();
	URL.revokeObjectURL(link.href);
}

/** Offers a CSV text to the browser's downloads. @param name file name with its extension */
export function saveCsv(text: string, name: string): void {
	saveFile(new Blob([text], { type: 'text/csv;charset=utf-8' }), name);
}
