const widgets = {};
